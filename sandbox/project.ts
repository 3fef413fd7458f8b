import { Refusal } from './refusal.ts'

/**
 * Throws a 401 {@link Refusal} without a project id, in the query or as `id` (from the request's body). Any id will do.
 */
export function requireProject({ query }: { query: URLSearchParams }, id?: unknown): void {
  if (!query.get('projectId') && !id) throw new Refusal(401, 'projectId', 'A project id is required')
}
