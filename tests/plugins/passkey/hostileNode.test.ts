/** A node or bundler that lies about the nonce, the fee or the outcome: nobody pays twice, or far too much, unaware. */
import { parseEther, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { awaitIncluded } from '../../../plugins/passkey/operation.ts'
import type { Rpc } from '../../../plugins/passkey/rpc.ts'
import { sentOperations } from '../../../plugins/passkey/sent.ts'
import { reviewOn, usePasskeyDevice } from '../../support/passkeyDevice.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { ask, viemClients } from '../../sandbox/smartAccounts/clients.ts'

const sandbox = useSandbox()
const soft = usePasskeyDevice()
const RECEIVER = '0x00000000000000000000000000000000000A11cE'
const GET_NONCE = '0x35567e1a'

const node: Rpc = async (method, params) => {
  const { result, error } = await ask(viemClients(sandbox(), 31337).rpcUrl, method, params)
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}
/** The sandbox's node and bundler, but for the methods that `lies` answers. */
const lying =
  (lies: Record<string, (params: readonly unknown[]) => unknown>): Rpc =>
  async (method, params) =>
    (await lies[method]?.(params)) ?? node(method, params)
const isNonce = ([call]: readonly unknown[]) => String((call as { data?: unknown }).data).startsWith(GET_NONCE)
const nonceIs = (nonce: () => bigint | undefined) => (params: readonly unknown[]) => {
  const told = isNonce(params) ? nonce() : undefined
  return told === undefined ? undefined : toHex(told, { size: 32 })
}
const fund = () => node('anvil_setBalance', [soft().passkey.account, toHex(parseEther('1'))])

const limits = (gas: bigint) => ({
  callGasLimit: toHex(gas),
  verificationGasLimit: '0x186a0',
  preVerificationGas: '0x186a0',
})

/** The site's own node, as a kit has it. */
const siteNode = (request: Rpc = node) => ({
  network: () => ({ id: 31337, chainNamespace: 'eip155' }),
  chain: { request },
})

type Reviewed = ReturnType<typeof reviewOn>
/** Asks for a payment of `value` wei, and waits until it can be confirmed or has failed. */
async function asking({ review }: Reviewed, value = 5n) {
  const calls = [{ to: RECEIVER, value, data: '0x' }] as const
  const ended = review.ask(soft().passkey, { kind: 'calls', chainId: 31337, calls }).then(
    () => undefined,
    (error: unknown) => error,
  )
  let isOver = false
  void ended.then(() => (isOver = true))
  await expect.poll(() => isOver || review.state.review?.isReady).toBe(true)
  return { shown: { ...review.state.review }, ended }
}
async function pay(reviewed: Reviewed, value?: bigint) {
  const { shown, ended } = await asking(reviewed, value)
  reviewed.review.confirm()
  return { shown, error: await ended }
}

describe('a nonce', () => {
  it('with a key of its own is refused: two of them do not exclude each other', async () => {
    await fund()
    const { ended } = await asking(reviewOn(lying({ eth_call: nonceIs(() => 1n << 64n) })))
    expect(await ended).toMatchObject({ code: 'PASSKEY_NONCE' })
  })

  it('beside that of an operation which the bundler may still send is told', async () => {
    await fund()
    let nonce: bigint | undefined
    const refuse = () => Promise.reject(Object.assign(new Error('Invalid params'), { code: -32602 }))
    let sending: (() => unknown) | undefined = refuse
    const reviewed = reviewOn(
      lying({
        eth_call: nonceIs(() => nonce),
        eth_estimateUserOperationGas: () => (nonce === undefined ? undefined : limits(500_000n)),
        eth_sendUserOperation: () => sending?.(),
        eth_getUserOperationByHash: () => null,
      }),
      siteNode(),
    )
    const first = await pay(reviewed)
    expect([first.shown.earlier, first.error]).toMatchObject([false, { message: 'Invalid params' }])
    // The same nonce: at most one of the two can be paid.
    expect((await pay(reviewed)).shown.earlier).toBe(false)
    for (nonce of [1n, 2n]) expect((await pay(reviewed)).shown.earlier).toBe(true)
    // The first is in a block now, and took its nonce. The ones after it may still follow.
    nonce = undefined
    sending = undefined
    expect((await pay(reviewed)).error).toBeUndefined()
    expect((await asking(reviewed)).shown.earlier).toBe(true)
  })

  it('of an operation that is in a block lets the next ones begin anew', async () => {
    await fund()
    const reviewed = reviewOn(node, siteNode())
    expect((await pay(reviewed)).error).toBeUndefined()
    expect((await asking(reviewed)).shown.earlier).toBe(false)
    expect(reviewed.kit.storage.get('passkey.signed')).toBeUndefined()
  })

  it('beside that of an operation which only the bundler calls failed is told: the bundler may have kept it', async () => {
    await fund()
    const first = reviewOn(node, siteNode())
    expect((await pay(first)).error).toBeUndefined()
    const kept: (readonly unknown[])[] = []
    let nonce: bigint | undefined
    const reviewed = reviewOn(
      lying({
        eth_call: nonceIs(() => nonce),
        eth_estimateUserOperationGas: () => (nonce === undefined ? undefined : limits(500_000n)),
        eth_sendUserOperation: (params) => (kept.push(params), toHex(1, { size: 32 })),
        eth_getUserOperationReceipt: ([userOpHash]) => ({
          userOpHash,
          success: false,
          receipt: { transactionHash: toHex(9, { size: 32 }) },
        }),
      }),
      siteNode(),
    )
    expect((await pay(reviewed)).error).toMatchObject({ code: 'TX_UNCERTAIN' })
    expect(sentOperations(reviewed.kit)).toHaveLength(1)
    nonce = 2n
    expect((await pay(reviewed)).shown.earlier).toBe(true)
    // Both are good: nothing but the review stands between the visitor and a second payment.
    for (const params of kept) await node('eth_sendUserOperation', params)
    nonce = undefined
    expect((await asking(reviewed)).shown.earlier).toBe(false)
  })

  it.each<[string, object]>([
    ['does not answer', siteNode(() => new Promise(() => undefined))],
    ['fails', siteNode(() => Promise.reject(new Error('No')))],
    ['answers nonsense', siteNode(async () => '0x')],
    ['is that of another network', { ...siteNode(), network: () => ({ id: 1, chainNamespace: 'eip155' }) }],
  ])('is told beside an operation in a block too, where the site’s node %s', async (_why, site) => {
    await fund()
    const reviewed = reviewOn(node, site)
    expect((await pay(reviewed)).error).toBeUndefined()
    expect((await asking(reviewed)).shown.earlier).toBe(true)
  })
})

describe('an outcome', () => {
  const hash = toHex(7, { size: 32 })
  /** What comes of an operation about which the bundler says `success`, and the site's own node `judged`. */
  const told = (success: unknown, ...judged: (boolean | undefined)[]) =>
    awaitIncluded(
      async () => ({ userOpHash: hash, success, receipt: { transactionHash: hash } }),
      hash,
      new AbortController().signal,
      async () => judged.shift(),
    )
  const isUncertain = { code: 'TX_UNCERTAIN', cause: { data: { userOpHash: hash } } }

  it('that only the bundler tells is uncertain, unless it is good', async () => {
    const says = [undefined, '0x1', false].map((said) => expect(told(said)).rejects.toMatchObject(isUncertain))
    await Promise.all(says)
  })

  it('that is good needs no other witness; else the site’s own node decides, also where it lags behind', async () => {
    expect(await told(true)).toEqual({ hash, success: true })
    expect(await told(true, false)).toEqual({ hash, success: false })
    expect(await told(false, true)).toEqual({ hash, success: true })
    expect(await told(undefined, undefined, false)).toEqual({ hash, success: false })
  })

  /** The bundler's true receipt, but for its word on how the operation ended. */
  const saying = (success: boolean) =>
    lying({
      eth_getUserOperationReceipt: async (params) => {
        const receipt = await node('eth_getUserOperationReceipt', params)
        return receipt && { ...receipt, success }
      },
    })

  it('is a payment that the bundler carried out and calls failed: the page gets its transaction', async () => {
    await fund()
    const reviewed = reviewOn(saying(false), siteNode())
    expect((await pay(reviewed)).error).toBeUndefined()
    expect(sentOperations(reviewed.kit)).toEqual([])
  })

  it('is a failure that the bundler calls a payment', async () => {
    await fund()
    const enough = { ...limits(500_000n), verificationGasLimit: toHex(2_000_000) }
    const lies: Rpc = async (method, params) =>
      method === 'eth_estimateUserOperationGas' ? enough : saying(true)(method, params)
    // More than the account holds: the call fails, and only its fee is paid.
    const { error } = await pay(reviewOn(lies, siteNode()), parseEther('2'))
    expect(error).toMatchObject({ code: 3, message: 'execution reverted' })
  })
})

describe('a fee', () => {
  const GWEI = 10n ** 9n
  /** What the site's own node says. */
  const site = (price: bigint) => ({
    network: () => ({ id: 31337, chainNamespace: 'eip155' }),
    chain: { getGasPrice: async () => price, estimateGas: async () => 21_000n },
  })
  const withTip = (tip: bigint, gas: bigint) =>
    lying({
      eth_maxPriorityFeePerGas: () => toHex(tip),
      eth_estimateUserOperationGas: () => limits(gas),
    })
  const shownFee = async (rpc: Rpc, more?: object) => {
    await fund()
    return asking(reviewOn(rpc, more))
  }

  it('near the usual one is not marked', async () => {
    const { shown } = await shownFee(withTip(20n * GWEI, 500_000n), site(20n * GWEI))
    expect(shown.feeMark).toBeUndefined()
  })

  it.each([
    ['price', 20n * GWEI * 20n, 500_000n],
    ['gas', 20n * GWEI, 20_000_000n],
  ])('of far too high a %s is marked, with the usual one', async (_what, tip, gas) => {
    const { shown } = await shownFee(withTip(tip, gas), site(20n * GWEI))
    expect(shown).toMatchObject({ feeMark: 'high' })
    expect(shown.usual).toBeLessThan(shown.fee ?? 0n)
  })

  it('beyond all measure is refused', async () => {
    const { ended } = await shownFee(withTip(10_000n * GWEI, 100_000_000n), site(20n * GWEI))
    expect(await ended).toMatchObject({ code: 'PASSKEY_FEE' })
  })

  it.each([
    ['another network is active', { ...site(20n * GWEI), network: () => ({ id: 1, chainNamespace: 'eip155' }) }],
    [
      'the node does not answer',
      { ...site(0n), chain: { ...site(0n).chain, getGasPrice: () => Promise.reject(new Error('No')) } },
    ],
  ])('that cannot be compared is marked, because %s', async (_why, more) => {
    const { shown } = await shownFee(withTip(20n * GWEI, 500_000n), more)
    expect(shown).toMatchObject({ feeMark: 'notCompared' })
  })
})
