import { expect, it } from 'vitest'
import { definePlugin } from '../../../runtime/contracts/definePlugin.ts'

declare module '../../../runtime/plugin.ts' {
  interface ViewParams {
    TestReceipt: { hash: string }
    TestJar: { amount: string } | undefined
  }
}

const load = async () => ({ default: () => null })
const view = { title: 'A view', load }
const base = { id: 'jar', feature: 'jar', engine: '^0.1' } as const
const item = { key: 'jar', label: 'Jar', icon: 'coins', order: 1 } as const

it('a slot names a view that opens without parameters; one that needs them does not compile', () => {
  const views = { TestJar: view, TestReceipt: view }
  const good = definePlugin({ ...base, views, slots: { walletFeatures: [{ ...item, view: 'TestJar' }] } })
  expect(good.slots?.walletFeatures?.[0]?.view).toBe('TestJar')
  // @ts-expect-error -- TestReceipt needs a hash, and a button gives none
  definePlugin({ ...base, views, slots: { walletFeatures: [{ ...item, view: 'TestReceipt' }] } })
  // @ts-expect-error -- TestReceipt needs a hash, and a menu gives none
  definePlugin({ ...base, views, slots: { accountMenu: [{ ...item, view: 'TestReceipt' }] } })
})

it("a view with the name of walletkit's own does not compile", () => {
  // @ts-expect-error -- Connect is walletkit's
  expect(definePlugin({ ...base, views: { Connect: view } }).id).toBe('jar')
})

it('a manifest gives defaults for the options that a site may leave out, of the types that the controller takes', () => {
  const controller = async () => ({ default: ({ options }: { options: { url: string; amount: string } }) => options })
  expect(definePlugin({ ...base, options: { amount: '1' }, controller }).options).toEqual({ amount: '1' })
  // @ts-expect-error -- an amount is a text
  definePlugin({ ...base, options: { amount: 1 }, controller })
})
