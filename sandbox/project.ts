import { Refusal } from './refusal.ts'

/** Requires any project id, as the real services do. `id` is one from the request's body. */
export function requireProject({ query }: { query: URLSearchParams }, id?: unknown): void {
  if (!query.get('projectId') && !id) throw new Refusal(401, 'projectId', 'A project id is required')
}
