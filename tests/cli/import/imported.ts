/** Imports a set-up that a test writes out, and checks that `walletkit check` accepts the new config. */
import { expect } from 'vitest'
import type { JsonObject } from '../../../schema/pieces.ts'
import { call, folder } from '../project.ts'

export type Answer = { config: JsonObject; left: { name: string; hint: string; lost?: true; at?: string }[] }

export async function imported(library: string, files: Record<string, string>): Promise<Answer> {
  const root = await folder(files)
  const { code, out, err } = await call(['import', library, '.', '--json'], root)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect((await call(['check'], root)).code).toBe(0)
  return JSON.parse(out) as Answer
}
export const names = ({ left }: Answer) => left.map(({ name }) => name)
export const hint = ({ left }: Answer, of: string) => left.find(({ name }) => name === of)?.hint
export const lostOf = ({ left }: Answer) => left.filter((each) => 'lost' in each).map(({ name }) => name)
