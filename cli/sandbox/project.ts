import { Refusal } from './refusal.ts'

/** Any id will do, but there must be one, as with the real services; `id` is one that came another way, in a body. */
export function requireProject({ query }: { query: URLSearchParams }, id?: unknown): void {
  if (!query.get('projectId') && !id) throw new Refusal(401, 'projectId', 'A project id is required')
}
