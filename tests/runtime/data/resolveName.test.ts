/**
 * Resolving names by plugins: if one resolver fails, the others still run, and the failure never counts as "no such
 * name".
 */
import { expect, it } from 'vitest'
import { resolveName } from '../../../runtime/data/resolveName.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { makeKit } from '../../support/kit.ts'

type Resolve = (name: string) => Promise<{ address: string } | undefined>
const knows = (id: string, resolve: Resolve): AnyPlugin => ({
  id,
  feature: id,
  engine: '^0.1',
  slots: { names: [{ key: id, order: 1, load: async () => ({ default: resolve }) }] },
})
const ADDRESS = `0x${'a'.repeat(40)}`
const broken = knows('broken', () => Promise.reject(new Error('no')))
const unloaded: AnyPlugin = {
  ...broken,
  id: 'unloaded',
  slots: { names: [{ key: 'unloaded', order: 1, load: () => Promise.reject(new Error('404')) }] },
}
const odd = knows('odd', async () => ({ address: 7 }) as never)
const good = knows('good', async (name) => (name === 'noah.test' ? { address: ADDRESS } : undefined))

const setup = (...plugins: AnyPlugin[]) => {
  const kit = makeKit({}, { plugins })
  const causes: string[] = []
  kit.events.on('error', ({ cause }) => void causes.push((cause as Error).message))
  return { kit, causes }
}

it('tries the next resolver after one fails, and names the failed one', async () => {
  const { kit, causes } = setup(broken, unloaded, odd, good)
  expect(await resolveName(kit, 'Noah.test')).toEqual({ name: 'noah.test', address: ADDRESS })
  expect(causes).toEqual(['Plugin "broken" failed to resolve a name', 'Plugin "unloaded" failed to resolve a name'])
})

it('throws with the plugin’s name when no other resolver knows the name', async () => {
  const { kit, causes } = setup(broken, good)
  await expect(resolveName(kit, 'olivia.test')).rejects.toThrow('Plugin "broken" failed to resolve a name')
  expect(causes).toEqual([])
})

it('finds no account when every resolver answered so', async () => {
  expect(await resolveName(setup(good).kit, 'olivia.test')).toBeUndefined()
})

it('asks nobody for a name that imitates another, says so, and asks for the valid spelling of others', async () => {
  const asked: string[] = []
  const any = knows('any', async (name) => (asked.push(name), { address: ADDRESS }))
  const { kit } = setup(any)
  for (const name of ['vitаlik.eth', 'аррӏе.eth', 'xn--pple-43d.eth'])
    await expect(resolveName(kit, name)).rejects.toMatchObject({ code: 'NAME_IMITATES' })
  // Not a valid name, but no imitation either.
  expect(await resolveName(kit, 'ab--cd.eth')).toBeUndefined()
  expect(asked).toEqual([])
  expect(await resolveName(kit, 'ﬁne.eth')).toMatchObject({ name: 'fine.eth' })
  expect(await resolveName(kit, 'привет.eth')).toMatchObject({ name: 'привет.eth' })
})
