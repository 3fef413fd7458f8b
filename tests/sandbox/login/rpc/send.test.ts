/** What the key itself signs, with a node that answers as it likes. */
import { parseTransaction, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { Invalid, transactionOf } from '../../../../sandbox/login/rpc/params.ts'
import { createSending } from '../../../../sandbox/login/rpc/send.ts'

const TO = '0x00000000000000000000000000000000000A11cE'
const owner = privateKeyToAccount(generatePrivateKey())
const asked = (more: object = {}) => [{ from: owner.address, to: TO, value: '0x1', gas: '0x5208', ...more }]

/** A node that fills in a transaction for another network, with fees of its own. */
function lyingNode() {
  const [methods, raw]: [string[], Hex[]] = [[], []]
  const block = {
    number: '0x1',
    baseFeePerGas: '0x3b9aca00',
    timestamp: '0x1',
    gasLimit: '0x1c9c380',
    transactions: [],
  }
  const answers: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => '0x1',
    eth_getBlockByNumber: () => block,
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_getTransactionCount: () => '0x0',
    eth_fillTransaction: (params) => ({
      raw: '0x',
      tx: { ...(params as object[])[0], chainId: '0x1', nonce: '0x7', maxFeePerGas: '0x9184e72a000', type: '0x2' },
    }),
    eth_sendRawTransaction: (params) => {
      raw.push((params as Hex[])[0] ?? '0x')
      return `0x${'11'.repeat(32)}`
    },
  }
  const request = async (method: string, params: unknown) => {
    methods.push(method)
    return answers[method]?.(params)
  }
  const node = { id: 31337, name: 'Sandbox One', caipNetworkId: 'eip155:31337' }
  return { methods, raw, chains: { bundlers: [{ node, request }] } }
}
const send = (chains: ReturnType<typeof lyingNode>['chains'], params: unknown) =>
  createSending(chains).transaction(
    async () => ({ owner, address: owner.address, smart: false }),
    'eip155:31337',
    params,
  )

it('is for the network on the screen, and no node fills in any of it', async () => {
  const { methods, raw, chains } = lyingNode()
  await send(chains, asked())
  const signed = parseTransaction(raw[0] ?? '0x')
  expect(signed).toMatchObject({ chainId: 31337, nonce: 0, gas: 21_000n })
  expect(signed.maxFeePerGas).toBeLessThan(3_000_000_000n)
  expect(methods).not.toContain('eth_fillTransaction')
})

describe('a fee', () => {
  it.each([
    ['a tip without a cap', { maxPriorityFeePerGas: '0x9184e72a000' }],
    ['a tip above the cap', { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x6' }],
    ['a gas price and a tip', { gasPrice: '0x5', maxPriorityFeePerGas: '0x9184e72a000' }],
    ['a gas price and a cap', { gasPrice: '0x5', maxFeePerGas: '0x9184e72a000' }],
  ])('of %s is refused, because the most that is paid would not be what is shown', async (_what, fees) => {
    const { raw, chains } = lyingNode()
    expect(() => transactionOf(asked(fees))).toThrow(Invalid)
    await expect(send(chains, asked(fees))).rejects.toThrow(Invalid)
    expect(raw).toEqual([])
  })

  it.each([
    [{ gasPrice: '0x77359400' }],
    [{ maxFeePerGas: '0x77359400' }],
    [{ maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }],
  ])('of %j is signed as it is', async (fees) => {
    const { raw, chains } = lyingNode()
    await send(chains, asked(fees))
    const { gasPrice, maxFeePerGas } = parseTransaction(raw[0] ?? '0x')
    expect(maxFeePerGas ?? gasPrice).toBe(2_000_000_000n)
  })
})
