/** A third-party plugin's note, which nobody reviewed, says nothing that the transaction itself does not. */
import { describe, expect, it } from 'vitest'
import { imitated } from '../../../plugins/send/form.ts'
import { createOutbox } from '../../../plugins/send/outbox.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { counterparties } from '../../../runtime/data/counterparties.ts'
import { sentTransactions } from '../../../runtime/data/sent.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { noteOf } from '../../../runtime/host/noteOf.ts'
import { reviewed } from '../../support/asker.ts'
import { makeKit, network, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TWIN = '0x70997970c5aaaaaaaaaaaaaaaaaaaaaaaadc79c8'
const SHOP = '0x00000000000000000000000000000000000A11cE'
const permissions = { methods: ['eth_sendTransaction', 'eth_requestAccounts', 'eth_accounts'] }
const guest: AnyPlugin = { id: 'tip', feature: 'tip', engine: '^0.1', guest: true, permissions }
const own: AnyPlugin = { id: 'send', feature: 'send', engine: '^0.1', permissions }
const planted = { kind: 'send', to: TWIN, receivers: [TWIN], out: { amount: '100', symbol: 'USDC' } } as const

it('makes no address a known receiver', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  await connect(kit, testConnector(sandbox()).connector)
  const ours = createPluginKit(kit, own)
  await ours.chain.sendTransaction({ to: FRIEND, value: 1n }, { kind: 'send', to: FRIEND })
  const theirs = createPluginKit(kit, guest).chain
  const one = theirs.sendTransaction({ to: SHOP, value: 0n }, planted)
  await reviewed(kit, true)
  await one
  // Without a modal, nothing leaves the review.
  for (const note of [{ kind: 'execute' }, { kind: 'send' }, undefined] as const) {
    kit.state.router.view = 'Account'
    // A call of nothing, a payment of next to nothing, and one without a note.
    const call = theirs.sendTransaction({ to: TWIN, value: note?.kind === 'send' ? 1n : 0n }, note)
    await reviewed(kit, true)
    await call
  }
  kit.state.router.view = 'Account'
  const several = theirs.runCalls([{ to: SHOP, value: 2n, note: planted }], { note: planted })
  await reviewed(kit, true)
  await several
  const outbox = createOutbox(ours)
  expect(outbox.recipients()).not.toContain(TWIN)
  expect(imitated({ kit: ours, state: { known: [], contacts: [] }, outbox } as never, TWIN)).toBe(FRIEND)
  expect(await counterparties(kit)).not.toContain(TWIN)
  expect(JSON.stringify(sentTransactions(kit).map(({ note }) => note ?? {}))).not.toMatch(/USDC|aaaaaa/)
  expect(outbox.sends.map(({ note }) => note)).toEqual([
    { kind: 'send', isGuest: true, out: { amount: '0.000000000000000002', symbol: 'ETH' } },
    { kind: 'send', isGuest: true, out: { amount: '0.000000000000000001', symbol: 'ETH' } },
    { kind: 'send', to: FRIEND },
  ])
})

it('that is none keeps no transaction from being told as sent', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  await connect(kit, testConnector(sandbox()).connector)
  const { chain } = createPluginKit(kit, guest)
  for (const note of [null, 'execute'] as never[]) {
    kit.state.router.view = 'Account'
    const call = chain.sendTransaction({ to: SHOP, value: 0n }, note)
    await reviewed(kit, true)
    const hash = await call
    expect(sentTransactions(kit).find((each) => each.hash === hash)).toMatchObject({ to: SHOP })
  }
})

describe('the note', () => {
  const chain = network(1)
  it('of a third party keeps its kind where the calls do not say it', () => {
    const call = { to: SHOP, data: '0x1234' }
    expect(noteOf(guest, chain, [call], { ...planted, kind: 'swap' })).toEqual({ kind: 'swap', isGuest: true })
    expect(noteOf(guest, chain, [call], planted)).toEqual({ kind: 'execute', isGuest: true })
    expect(noteOf(guest, chain, [{ ...call, value: 10n ** 18n }], planted)).toEqual({
      kind: 'execute',
      isGuest: true,
      out: { amount: '1', symbol: 'ETH' },
    })
    expect(noteOf(guest, chain, [call], undefined)).toBeUndefined()
  })

  it('of a third party names the receivers that its calls pay', () => {
    const calls = [SHOP, FRIEND].map((to) => ({ to, value: 5n * 10n ** 17n }))
    expect(noteOf(guest, chain, calls, planted)).toEqual({
      kind: 'send',
      isGuest: true,
      receivers: [SHOP, FRIEND],
      out: { amount: '1', symbol: 'ETH' },
    })
  })

  it('of a plugin of walletkit stays as it is', () => {
    expect(noteOf(own, chain, [{ to: SHOP }], planted)).toEqual(planted)
  })
})
