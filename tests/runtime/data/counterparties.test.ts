import { afterEach, expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { counterparties } from '../../../runtime/data/counterparties.ts'
import { tellSent } from '../../../runtime/data/sent.ts'
import { rowAt } from '../../plugins/history/kit.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
afterEach(() => {
  sandbox().indexer.clear()
  sandbox().faults.clear()
})
const account = (at: number) => sandbox().accounts[at]?.address ?? ''
const FRIEND = '0xABCD000000000000000000000000000000001234'
const TWIN = `0xabcd${'7'.repeat(32)}1234`
/** Only the network's own currency and known tokens prove who sent them. */
const ETHER = { name: 'Ether', symbol: 'ETH', icon: { url: 'data:image/svg+xml;base64,' } }
const setUp = async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  await connect(kit, testConnector(sandbox()).connector)
  return kit
}
const asked = () =>
  sandbox()
    .requests()
    .filter(({ path }) => path.endsWith('/history')).length

it('are those of the history and of this browser, without one that only looks like another', async () => {
  sandbox().indexer.add(account(0), [
    rowAt('friend', 1_600_000_000, { sentFrom: FRIEND, sentTo: account(0) }),
    rowAt('twin', 1_700_000_000, { sentFrom: TWIN, sentTo: account(0) }),
  ])
  const kit = await setUp()
  const hash = `0x${'1'.repeat(64)}`
  tellSent(kit, {
    hash,
    caipNetworkId: 'eip155:31337',
    from: account(0),
    to: account(8),
    note: { kind: 'send', to: account(7) },
  })
  const found = await counterparties(kit)
  expect(found).toContain(FRIEND)
  expect(found).toContain(account(7))
  expect(found).not.toContain(TWIN)
  expect(found).not.toContain(account(0))
})

it('are read once in 30 s, and anew for another account', async () => {
  const kit = await setUp()
  const before = asked()
  await Promise.all([counterparties(kit), counterparties(kit)])
  await counterparties(kit)
  expect(asked()).toBe(before + 1)
})

it('are those of this browser while the service fails', async () => {
  sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 400 })
  const kit = await setUp()
  const hash = `0x${'1'.repeat(64)}`
  tellSent(kit, { hash, caipNetworkId: 'eip155:31337', from: account(0), to: FRIEND, note: { kind: 'send' } })
  expect(await counterparties(kit)).toEqual([FRIEND])
})

it('are not the contracts that were called, nor whom a third-party plugin had paid', async () => {
  sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 400 })
  const kit = await setUp()
  const notes = [undefined, { kind: 'execute' }, { kind: 'send', isGuest: true }, { kind: 'send' }] as const
  for (const [at, note] of notes.entries()) {
    const sent = { hash: `0x${String(at).repeat(64)}`, caipNetworkId: 'eip155:31337', from: account(0) }
    tellSent(kit, { ...sent, to: account(at + 1), ...(note && { note }) })
  }
  expect(await counterparties(kit)).toEqual([account(4)])
})

it('are found behind 150 planted rows of nothing, or of dust', async () => {
  for (const value of [0, 0.01]) {
    sandbox().indexer.clear()
    const planted = Array.from({ length: 150 }, (_, at) => {
      const row = rowAt(`p${value}-${at}`, 1_700_000_000 + at, {
        sentFrom: `0x${String(at + 1).padStart(40, '9')}`,
        sentTo: account(0),
      })
      const transfers = row.transfers.map((each) => ({ ...each, value, quantity: { numeric: value ? '0.01' : '0' } }))
      return { ...row, transfers }
    })
    const real = rowAt('real', 1_600_000_000, { sentFrom: account(0), sentTo: FRIEND })
    sandbox().indexer.add(account(0), [
      ...planted,
      {
        ...real,
        transfers: real.transfers.map((each) => ({ ...each, direction: 'out' as const, fungible_info: ETHER })),
      },
    ])
    expect(await counterparties(await setUp())).toContain(FRIEND)
  }
})
