/** Sends the page's requests to the studio's server. */
import type { JsonObject } from '../../../schema/pieces.ts'
import type { Checked, Previewed, StudioState } from '../server.ts'

/** @throws Error with the server's message */
async function ask<T>(name: string, body: object = {}): Promise<T> {
  const response = await fetch(name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as T & { error?: string }
  if (!response.ok) throw new Error(answer.error ?? `The studio answered ${response.status}.`)
  return answer
}

export const loadState = () => ask<StudioState>('state')
export const check = (value: JsonObject) => ask<Checked>('check', { value })
export const preview = (value: JsonObject) => ask<Previewed>('preview', { value })
export const save = (value: JsonObject, hash: string) =>
  ask<Pick<StudioState, 'hash' | 'value'>>('save', { value, hash })
