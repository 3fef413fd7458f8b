/**
 * A third-party plugin's request is copied once as plain data: the visitor reviews the copy, and the wallet gets the
 * copy.
 */
import { describe, expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { reviewed } from '../../support/asker.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_watchAsset',
]

/** The functions as plain JavaScript can call them. */
type Verbs = Record<string, (...given: unknown[]) => Promise<unknown>>
async function setup() {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { wallet, connector } = testConnector(sandbox())
  await connect(kit, connector)
  const plugin: AnyPlugin = {
    id: 'tip',
    feature: 'tip',
    engine: '^0.1',
    guest: true,
    permissions: { methods: METHODS },
  }
  return { kit, wallet, chain: createPluginKit(kit, plugin).chain as unknown as Verbs }
}

/** An object that reads as 1 ten times, and as 10^18 after that. */
const changing = () => {
  let reads = 0
  const figure = () => (reads++ < 10 ? 1n : 10n ** 18n)
  return { valueOf: figure, toString: () => String(figure()), [Symbol.toPrimitive]: figure }
}
const text = (value: string) => Object(value) as string

const REQUESTS: [string, string, unknown[]][] = [
  ['a value that can change', 'sendTransaction', [{ to: TO, value: changing() }]],
  ['a value that is a plain object', 'sendTransaction', [{ to: TO, value: { n: 1 } }]],
  ['a value that is a number', 'sendTransaction', [{ to: TO, value: 1 }]],
  ['a gas limit that is a text', 'sendTransaction', [{ to: TO, value: 1n, gas: '21000' }]],
  ['a receiver that is a String object', 'sendTransaction', [{ to: text(TO), value: 1n }]],
  ['a receiver that is a list', 'sendTransaction', [{ to: [TO], value: 1n }]],
  ['no receiver', 'sendTransaction', [{ value: 1n }]],
  ['data that is a String object', 'sendTransaction', [{ to: TO, data: text('0x') }]],
  ['data that is a list', 'sendTransaction', [{ to: TO, data: ['0x'] }]],
  ['a call whose value can change', 'sendCalls', [[{ to: TO, value: changing() }]]],
  ['a call whose receiver is a list', 'sendCalls', [[{ to: [TO], value: 1n }]]],
  ['a call whose data is a number', 'sendCalls', [[{ to: TO, data: 1 }]]],
  ['a message that is a String object', 'signMessage', [text('hello')]],
  ['a message that can change', 'signMessage', [changing()]],
  ['a symbol that is a list', 'watchAsset', [{ address: TO, symbol: ['TIP'], decimals: 18 }]],
  ['a token whose address is a String object', 'watchAsset', [{ address: text(TO), symbol: 'TIP', decimals: 18 }]],
  [
    'typed data whose figure can change',
    'signTypedData',
    [
      {
        domain: {},
        primaryType: 'Tip',
        types: { Tip: [{ name: 'amount', type: 'uint256' }] },
        message: { amount: changing() },
      },
    ],
  ],
]

describe('a request with a value that is no plain data is refused before the review', () => {
  it.each(REQUESTS)('%s', async (_what, verb, given) => {
    const { kit, wallet, chain } = await setup()
    const before = wallet.requests.length
    const asked = chain[verb]?.(...given).catch((error: unknown) => error)
    const open = expect.poll(() => kit.state.router.view, { timeout: 300 }).toBe('PluginReview')
    const first = await Promise.race([asked, open.catch(() => 'nothing')])
    expect(first).toBeInstanceOf(TypeError)
    expect([kit.state.router.view, wallet.requests.length]).toEqual(['Connect', before])
  })
})

it('a property that answers differently each time is read once: what was shown is sent', async () => {
  const { kit, wallet, chain } = await setup()
  let reads = 0
  const transaction = {
    to: TO,
    get value() {
      reads++
      return reads > 1 ? 10n ** 18n : 1n
    },
  }
  const { findReview } = await import('../../../runtime/host/review.ts')
  const sending = chain['sendTransaction']?.(transaction)
  await expect.poll(() => kit.state.router.view).toBe('PluginReview')
  const shown = findReview(kit, (kit.state.router.params as { review: number }).review)
  expect(shown?.request).toMatchObject({ transaction: { to: TO, value: 1n } })
  shown?.settle(true)
  await sending
  const sent = wallet.requests.find(({ method }) => method === 'eth_sendTransaction')
  expect([reads, sent?.params]).toMatchObject([1, [{ to: TO, value: '0x1' }]])
})

it('a confirmed request does not reach the wallet when the visitor has another account by then', async () => {
  const { kit, wallet, chain } = await setup()
  const other = wallet.addresses()[1]
  const answer = chain['signMessage']?.('hello').catch((error: unknown) => error)
  await expect.poll(() => kit.state.router.view).toBe('PluginReview')
  wallet.changeAccount(1)
  await expect.poll(() => kit.state.accounts.eip155.address).toBe(other)
  await reviewed(kit, true)
  expect(await answer).toMatchObject({ message: 'The account or the network changed during the review' })
  expect(wallet.requests.map(({ method }) => method)).not.toContain('personal_sign')
})
