/** The fee that the frame shows is the highest that the service signs, whatever the page or the node says. */
import { parseTransaction, toHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { Denied } from '../../../../sandbox/login/denied.ts'
import { prepareRequest } from '../../../../sandbox/login/page/prepare.ts'
import type { EvmChain } from '../../../../sandbox/login/rpc/chain.ts'
import { createSending } from '../../../../sandbox/login/rpc/send.ts'
import { chainOf } from '../../../../server/http/chains.ts'
import { approvalText } from '../../../support/approvalText.ts'
import { useSandbox } from '../../../support/sandbox.ts'

const sandbox = useSandbox()
const FRIEND = '0x00000000000000000000000000000000000A11cE'
const HUGE = toHex(10n ** 18n / 42_000n)
/** A key of Anvil's, which has money on the sandbox's chains. */
const owner = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')

/** A node between the service and the sandbox's chain: `lies` replaces answers, and it keeps what was sent to it. */
function nodeWith(lies: Record<string, (answer: unknown) => unknown> = {}) {
  const rpc = sandbox().chains[0]?.rpcUrl ?? ''
  const real = chainOf({ id: 31337, name: 'Sandbox', symbol: 'ETH', rpc, bundler: undefined })
  const sent: Hex[] = []
  const chain: EvmChain = {
    ...real,
    async request(method, params) {
      if (method === 'eth_sendRawTransaction') {
        sent.push((params as [Hex])[0])
        return `0x${'00'.repeat(32)}`
      }
      const answer = await real.request(method, params)
      return lies[method]?.(answer) ?? answer
    },
  }
  return { chain, sent }
}

const prepare = (chain: EvmChain, method: string, params: unknown) =>
  prepareRequest(method, params, {
    origin: 'https://site.example',
    network: { caip: 'eip155:31337', name: 'Sandbox', symbol: 'ETH' },
    now: 0,
    t: approvalText,
    user: async () => ({ address: owner.address }) as never,
    read: (name, given) => chain.request(name, given),
  })
const payment = (more: object = {}) => [{ from: owner.address, to: FRIEND, value: '0x1', ...more }]
const feeIn = ({ fields }: { fields: readonly { label: string; value: string }[] }) =>
  fields.find(({ label }) => label.startsWith('Network fee'))
const weiOf = (text = '') => BigInt(Math.round(Number.parseFloat(text) * 1e18))
const sender = async () => ({ owner, address: owner.address, smart: false })
const send = (chain: EvmChain, params: unknown) =>
  createSending({ bundlers: [chain] }, Date.now).transaction(sender, 'eip155:31337', params)
const highest = (raw: Hex | undefined) => {
  const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw ?? '0x')
  return gas * (maxFeePerGas ?? gasPrice ?? 0n)
}

describe('fees of a page', () => {
  it.each([
    ['a tip without a cap', { maxPriorityFeePerGas: HUGE }, 'needs maxFeePerGas'],
    ['a tip above the cap', { maxFeePerGas: '0x1', maxPriorityFeePerGas: HUGE }, 'is above maxFeePerGas'],
    ['a gas price and a tip', { gasPrice: '0x77359400', maxPriorityFeePerGas: HUGE }, 'does not go together'],
    ['a gas price and a cap', { gasPrice: '0x1', maxFeePerGas: HUGE }, 'does not go together'],
  ])('with %s are refused, by the frame before anybody is asked, and by the service', async (_, fees, message) => {
    const { chain, sent } = nodeWith()
    await expect(prepare(chain, 'eth_sendTransaction', payment(fees))).rejects.toThrow(message)
    await expect(send(chain, payment(fees))).rejects.toThrow(message)
    expect(sent).toEqual([])
  })

  it('cannot be raised by a limit of the page: the frame replaces it', async () => {
    const { chain } = nodeWith()
    const { params } = await prepare(chain, 'eth_sendTransaction', payment({ maxFee: HUGE }))
    expect(JSON.stringify(params)).not.toContain(HUGE)
    const unknown = nodeWith({ eth_gasPrice: () => 'nothing' })
    const { params: bare } = await prepare(unknown.chain, 'eth_sendTransaction', payment({ maxFee: HUGE }))
    expect(JSON.stringify(bare)).not.toContain('maxFee')
  })
})

describe('the fee that is shown', () => {
  it.each([
    ['without fees', {}],
    ['with its own cap', { gas: '0x5208', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }],
    ['with its own gas price', { gas: '0x5208', gasPrice: '0x77359400' }],
  ])('is the highest that is signed for a request %s', async (_, fees) => {
    const { chain, sent } = nodeWith()
    const { params, shown } = await prepare(chain, 'eth_sendTransaction', payment(fees))
    await send(chain, params)
    expect(feeIn(shown)?.label).toBe('Network fee, at most')
    expect(highest(sent[0])).toBeGreaterThan(0n)
    expect(highest(sent[0])).toBeLessThanOrEqual(weiOf(feeIn(shown)?.value))
  })

  it('stays the highest if the node asks for a huge tip or much gas afterwards', async () => {
    const { params, shown } = await prepare(nodeWith().chain, 'eth_sendTransaction', payment())
    const tip = nodeWith({ eth_maxPriorityFeePerGas: () => HUGE })
    await send(tip.chain, params)
    expect(highest(tip.sent[0])).toBeLessThanOrEqual(weiOf(feeIn(shown)?.value))
    const gas = nodeWith({ eth_estimateGas: () => '0x5f5e100' })
    await expect(send(gas.chain, params)).rejects.toThrow('rose above the highest fee')
    expect(gas.sent).toEqual([])
  })

  it('is the highest of all calls of a batch together', async () => {
    const { chain, sent } = nodeWith({ eth_maxPriorityFeePerGas: () => HUGE })
    const calls = [1, 2].map(() => ({ to: FRIEND, value: '0x1' }))
    const batch = [{ version: '2.0.0', from: owner.address, calls, atomicRequired: false, chainId: '0x7a69' }]
    const { params, shown } = await prepare(chain, 'wallet_sendCalls', batch)
    await createSending({ bundlers: [chain] }, Date.now)
      .calls({ user: 'user', site: 'https://site.example' }, sender, 'eip155:31337', params)
      .catch(() => undefined)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.reduce((sum, raw) => sum + highest(raw), 0n)).toBeLessThanOrEqual(weiOf(feeIn(shown)?.value))
  })

  it('has a ceiling where it was unknown', async () => {
    const { chain, sent } = nodeWith({
      eth_maxPriorityFeePerGas: () => toHex(10n ** 18n),
      eth_fillTransaction: () => {
        throw new Denied('The method does not exist', 400, -32601)
      },
    })
    await send(chain, payment())
    expect(highest(sent[0])).toBeLessThanOrEqual(10n ** 17n)
  })
})

it('signs for its own chain, and with its own fees, whatever transaction the node offers', async () => {
  const { chain, sent } = nodeWith({
    eth_fillTransaction: (answer) => {
      const { tx } = answer as { tx: object }
      return { ...(answer as object), tx: { ...tx, chainId: '0x1', maxFeePerGas: HUGE, maxPriorityFeePerGas: HUGE } }
    },
  })
  await send(chain, payment())
  expect(parseTransaction(sent[0] ?? '0x').chainId).toBe(31337)
  expect(highest(sent[0])).toBeLessThan(10n ** 15n)
})
