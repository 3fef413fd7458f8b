import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseGrant, sessionsOf } from '../../../plugins/approvals/grants.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'

const grant = { id: 'pci', name: 'Shop', iconUrl: '', expiry: 2_000_000_000_000 }
/** A kit on which the plugin smart-sessions offers this. */
const kitWith = (api: unknown) => {
  const asked: string[][] = []
  const use = async (id: string, range: string) => {
    asked.push([id, range])
    return api as never
  }
  return { asked, kit: { use } satisfies Pick<PluginKit, 'use'> }
}

it('without the plugin smart-sessions there is nothing to show', async () => {
  const { kit, asked } = kitWith(undefined)
  expect(await sessionsOf(kit)).toBeUndefined()
  expect(asked).toEqual([['smart-sessions', '^1']])
  expect(await sessionsOf(kitWith({ list: 1 }).kit)).toBeUndefined()
})

it('sessions in an unknown form are left out, and opened by their id', async () => {
  const opened: unknown[] = []
  const api = { list: async () => [grant, { ...grant, id: 7 }, null], open: (id: unknown) => opened.push(id) }
  const sessions = await sessionsOf(kitWith(api).kit)
  expect(await sessions?.list()).toEqual([grant])
  sessions?.open('pci')
  expect(opened).toEqual(['pci'])
  const strange = await sessionsOf(kitWith({ ...api, list: async () => 'none' }).kit)
  await expect(strange?.list()).rejects.toThrow('gave no list')
})

it('an entry of any form never throws', () => {
  const part = fc.oneof(fc.string(), fc.double(), fc.anything())
  const near = fc.record({ id: part, name: part, iconUrl: part, expiry: part })
  fc.assert(
    fc.property(fc.oneof(near, fc.anything()), (given) => {
      const found = parseGrant(given)
      if (found) expect(found.id !== '' && Number.isFinite(found.expiry)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
