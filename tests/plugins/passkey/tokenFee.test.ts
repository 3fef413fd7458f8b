/** Fees in tokens: what the review offers, what is signed, and a paymaster that lies. */
import { erc20Abi, type Hex, parseUnits, toHex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Review } from '../../../plugins/passkey/review.ts'
import type { Rpc } from '../../../plugins/passkey/rpc.ts'
import { usualText } from '../../../plugins/passkey/views/feeText.ts'
import { chainClients, tokenOf } from '../../sandbox/chain.ts'
import { ask, viemClients } from '../../sandbox/smartAccounts/clients.ts'
import { reviewOn, usePasskeyDevice } from '../../support/passkeyDevice.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const soft = usePasskeyDevice()
const RECEIVER = '0x00000000000000000000000000000000000A11cE'

const requester =
  (url: () => string): Rpc =>
  async (method, params) => {
    const { result, error } = await ask(url(), method, params)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
const node = requester(() => viemClients(sandbox()).rpcUrl)
/** The sandbox's paymaster that pays for nothing itself. */
const paymaster = requester(() => `${sandbox().url}/paymaster/31337/tokens`)

const token = (symbol: string) => tokenOf(sandbox(), symbol, 31337)
const rich = () => chainClients(sandbox(), 31337, sandbox().accounts[0]?.privateKey ?? '0x')
const owned = (symbol: string) => rich().balanceOf(token(symbol), soft().passkey.account)
const give = (symbol: string, amount = '50') =>
  rich().write(token(symbol), 'transfer', [soft().passkey.account, parseUnits(amount, token(symbol).decimals)])
const giveEther = () => node('anvil_setBalance', [soft().passkey.account, toHex(10n ** 18n)])
const etherOf = (address: Hex) => viemClients(sandbox()).reader.getBalance({ address })
const allowance = (symbol: string, spender: Hex) =>
  viemClients(sandbox()).reader.readContract({
    address: token(symbol).address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [soft().passkey.account, spender],
  })

type Asked = (method: string, params: readonly unknown[]) => Promise<unknown>
type Options = {
  asked?: Asked
  tokens?: readonly string[]
  hasPrices?: boolean
  bundler?: Rpc
  gasPrice?: () => Promise<bigint>
}

/**
 * A review of a site whose visitors may pay in these tokens. `gasPrice`: as the site's own node says it. `sent`: how many
 * operations went to the bundler.
 */
function reviewed({
  asked = paymaster,
  tokens = ['USDC', 'DAI', 'USDT'],
  hasPrices = true,
  bundler = node,
  gasPrice = async () => BigInt(String(await node('eth_gasPrice', []))),
}: Options = {}) {
  let sent = 0
  const rpc: Rpc = async (method, params) => {
    if (method === 'eth_sendUserOperation') sent++
    return bundler(method, params)
  }
  const { account } = soft().passkey
  const kit = {
    services: ['paymaster'],
    account: () => ({ address: account }),
    network: () => ({ id: 31337, chainNamespace: 'eip155' }),
    fetchNativePrice: async () => (hasPrices ? 2500.5 : undefined),
    fetchBalances: async () => tokens.map((each) => ({ address: `eip155:31337:${token(each).address}`, price: 1 })),
    chain: {
      askPaymaster: asked,
      getGasPrice: gasPrice,
      estimateGas: async () => 100_000n,
      getToken: async (address: string) => sandbox().tokens.find((each) => each.address === address),
    },
  }
  const feeTokens = tokens.map((each) => `eip155:31337/erc20:${token(each).address}`)
  return { ...reviewOn(rpc, kit, feeTokens), sent: () => sent }
}
type Reviewed = ReturnType<typeof reviewed>

/** Asks for a call that moves nothing, and waits until it can be confirmed or has failed. */
async function asking({ review }: Reviewed) {
  const calls = [{ to: RECEIVER, value: 0n, data: '0x' }] as const
  const ended = review.ask(soft().passkey, { kind: 'calls', chainId: 31337, calls }).then(
    () => undefined,
    (error: unknown) => error,
  )
  let isOver = false
  void ended.then(() => (isOver = true))
  await expect.poll(() => isOver || review.state.review?.isReady, { timeout: 10_000 }).toBe(true)
  return { shown: { ...review.state.review }, ended }
}
const symbols = ({ ways = [] }: Partial<Review>) => ways.map((way) => way.token?.token.symbol ?? 'ETH')

describe('an account without ether', () => {
  it('pays in the first token that it has, at most what the review says', async () => {
    await give('DAI')
    const made = reviewed()
    const { shown, ended } = await asking(made)
    expect(symbols(shown)).toEqual(['DAI'])
    expect(shown).toMatchObject({ chosen: 0, sponsor: 'Sandbox', token: { token: { symbol: 'DAI', decimals: 18 } } })
    expect(shown.feeMark).toBeUndefined()
    const { most = 0n, paymaster: spender = '0x' } = shown.token ?? {}
    made.review.confirm()
    expect(await ended).toBeUndefined()
    const fee = parseUnits('50', 18) - (await owned('DAI'))
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(most)
    // What it may still take is the rest of what the review said.
    expect(await allowance('DAI', spender)).toBe(most - fee)
    expect(await etherOf(soft().passkey.account)).toBe(0n)
  })

  it('pays twice in a token like USDT, which refuses to change an allowance that is not 0', async () => {
    await give('USDT')
    for (const calls of [1, 2]) {
      const made = reviewed()
      const { shown, ended } = await asking(made)
      expect(shown.token?.approvals).toHaveLength(calls)
      made.review.confirm()
      expect(await ended).toBeUndefined()
      const { paymaster: spender = '0x' } = shown.token ?? {}
      expect(await allowance('USDT', spender)).toBeLessThan(shown.token?.most ?? 0n)
    }
  })

  it('that has too little of each token is told what it needs in ether', async () => {
    await give('USDC', '0.000002')
    const { shown } = await asking(reviewed())
    expect(symbols(shown)).toEqual(['ETH'])
    expect(shown.sponsor).toBeUndefined()
  })

  it('is offered no token where the site names none, or where the paymaster does not answer', async () => {
    await give('USDC')
    expect(symbols((await asking(reviewed({ tokens: [] }))).shown)).toEqual(['ETH'])
    let times = 0
    const asked: Asked = () => {
      times++
      return Promise.reject(new DOMException('Too late', 'TimeoutError'))
    }
    expect(symbols((await asking(reviewed({ asked }))).shown)).toEqual(['ETH'])
    expect(times).toBe(1)
  })
})

describe('an account with ether and tokens', () => {
  it('pays in ether, unless the visitor chooses a token', async () => {
    await Promise.all([giveEther(), give('USDC').then(() => give('DAI'))])
    const made = reviewed()
    const { shown, ended } = await asking(made)
    expect(symbols(shown)).toEqual(['ETH', 'USDC', 'DAI'])
    expect([shown.chosen, shown.sponsor, shown.token]).toEqual([0, undefined, undefined])
    made.review.choose(1)
    expect(made.review.state.review).toMatchObject({
      chosen: 1,
      sponsor: 'Sandbox',
      token: { token: { symbol: 'USDC' } },
    })
    made.review.choose(7)
    expect(made.review.state.review?.chosen).toBe(1)
    made.review.confirm()
    // What is signed stays what was shown.
    made.review.choose(0)
    expect(made.review.state.review?.chosen).toBe(1)
    expect(await ended).toBeUndefined()
    expect(await etherOf(soft().passkey.account)).toBe(10n ** 18n)
    expect(await owned('USDC')).toBeLessThan(parseUnits('50', 6))
    expect(await owned('DAI')).toBe(parseUnits('50', 18))
  })

  it('waits no longer than 3 s for a token about which the endpoint says nothing', async () => {
    await Promise.all([giveEther(), give('USDC').then(() => give('DAI'))])
    const silent = token('USDC').address.toLowerCase()
    const bundler: Rpc = (method, params) => {
      const { to } = { to: '', ...(params[0] as { to?: string } | undefined) }
      const isSilent = method === 'eth_call' && to.toLowerCase() === silent
      return isSilent ? new Promise(() => undefined) : node(method, params)
    }
    const { shown } = await asking(reviewed({ bundler }))
    expect(symbols(shown)).toEqual(['ETH', 'DAI'])
  })
})

type Answer = { paymaster: Hex; tokenPayment?: { address: Hex; maxFee: Hex; decimals: number } }
type Lie = (answer: Answer, time: number) => Answer
const ofPayment =
  (change: (payment: NonNullable<Answer['tokenPayment']>, time: number) => object): Lie =>
  ({ tokenPayment, ...rest }, time) =>
    tokenPayment ? { ...rest, tokenPayment: { ...tokenPayment, ...change(tokenPayment, time) } } : rest
/** `time` counts the real data, not the stubs: 1 is the quote, 2 the agreement. */
const lying = (lie: Lie): Asked => {
  let time = 0
  return async (method, params) => {
    const answer = (await paymaster(method, params)) as Answer
    if (method === 'pm_getPaymasterData') time++
    return lie(answer, time)
  }
}
const times = (maxFee: Hex, by: bigint): Hex => toHex(BigInt(maxFee) * by)

describe('a paymaster that lies', () => {
  const other = () => token('DAI').address
  it.each<[string, Lie]>([
    ['names another token', ofPayment(() => ({ address: other() }))],
    ['names another token in the end', ofPayment((_payment, time) => (time === 2 ? { address: other() } : {}))],
    ['names other decimals', ofPayment(() => ({ decimals: 18 }))],
    ['wants more in the end', ofPayment(({ maxFee }, time) => (time === 2 ? { maxFee: times(maxFee, 2n) } : {}))],
    ['wants twenty times what the gas is worth', ofPayment(({ maxFee }) => ({ maxFee: times(maxFee, 20n) }))],
    ['names no amount', ofPayment(() => ({ maxFee: undefined }))],
    [
      'says nothing of the payment in the end',
      ({ tokenPayment, ...rest }, time) => (time === 2 ? rest : { ...rest, ...(tokenPayment && { tokenPayment }) }),
    ],
    ['is the zero address', (answer) => ({ ...answer, paymaster: zeroAddress })],
    ['is another contract in the end', (answer, time) => (time === 2 ? { ...answer, paymaster: RECEIVER } : answer)],
  ])('and %s gets no signature', async (_what, lie) => {
    await give('USDC', '100')
    const made = reviewed({ asked: lying(lie), tokens: ['USDC'] })
    const { shown, ended } = await asking(made)
    expect(shown.isReady).toBeUndefined()
    expect(await ended).toMatchObject({ code: 'PASSKEY_PAYMASTER' })
    expect([made.sent(), made.kit.storage.get('passkey.signed')]).toEqual([0, undefined])
    // With ether, the account can still pay itself.
    await giveEther()
    expect(symbols((await asking(reviewed({ asked: lying(lie), tokens: ['USDC'] }))).shown)).toEqual(['ETH'])
  })

  it('about the amount is shown as it is where no price is known', async () => {
    await give('USDC', '100')
    let wanted = 0n
    const dear = ofPayment(({ maxFee }) => {
      wanted = BigInt(maxFee) * 20n
      return { maxFee: toHex(wanted) }
    })
    const { shown } = await asking(reviewed({ asked: lying(dear), tokens: ['USDC'], hasPrices: false }))
    expect(symbols(shown)).toEqual(['USDC'])
    expect(shown.token?.most).toBe(wanted)
    expect(shown.feeMark).toBe('notCompared')
  })

  it('together with the bundler about the decimals gets no signature: the site’s own node knows them', async () => {
    await give('USDC', '100')
    const eighteen = toHex(18, { size: 32 })
    const bundler: Rpc = async (method, params) => {
      const [call] = params as [{ data?: Hex }]
      return method === 'eth_call' && call.data === '0x313ce567' ? eighteen : node(method, params)
    }
    const asked = lying(ofPayment(() => ({ decimals: 18 })))
    const made = reviewed({ asked, bundler, tokens: ['USDC'], hasPrices: false })
    const { ended } = await asking(made)
    expect(await ended).toMatchObject({ code: 'PASSKEY_PAYMASTER' })
    expect(made.sent()).toBe(0)
  })

  it('and takes a token where it was asked to pay for nothing is no sponsor: the account pays in ether', async () => {
    await Promise.all([giveEther(), give('USDC', '100')])
    const pays = requester(() => `${sandbox().url}/paymaster/31337`)
    expect((await asking(reviewed({ asked: pays, tokens: [] }))).shown.sponsor).toBe('Sandbox')
    const tokenPayment = { address: token('USDC').address, maxFee: '0x1', decimals: 6 }
    const asked: Asked = async (method, params) => ({ ...((await pays(method, params)) as Answer), tokenPayment })
    const { shown } = await asking(reviewed({ asked, tokens: [] }))
    expect([symbols(shown), shown.sponsor]).toEqual([['ETH'], undefined])
  })
})

/** A bundler that calls gas far more expensive than it is, as one of the paymaster's company may. */
const dearBundler =
  (tip: bigint): Rpc =>
  async (method, params) => {
    if (method === 'eth_estimateUserOperationGas') return limits
    if (method === 'eth_maxPriorityFeePerGas') return toHex(tip)
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x1' }
    return node(method, params)
  }
const limits = { callGasLimit: '0x493e0', verificationGasLimit: '0x7a120', preVerificationGas: '0x249f0' }
/** With this price, the site's own node says that the calls cost 1,100,000 times a million wei, which is 0.3 cents. */
const CHEAP = async () => 1_000_000n

describe('a paymaster that lies together with the bundler', () => {
  /** Asks for so many USDC, at 0.3 cents' worth of gas by the site's own node. */
  const wanting = async (usdc: string, tip: bigint, more: Options = {}) => {
    await give('USDC', '100')
    const asked = lying(ofPayment(() => ({ maxFee: toHex(parseUnits(usdc, 6)) })))
    return asking(reviewed({ asked, tokens: ['USDC'], bundler: dearBundler(tip), gasPrice: CHEAP, ...more }))
  }

  it('about the price of gas gets a mark, with what the fee usually is in the token', async () => {
    const { shown } = await wanting('23', 10n ** 9n)
    expect(symbols(shown)).toEqual(['USDC'])
    // 1.1 trillion wei at 2,500.50 dollars.
    expect(shown).toMatchObject({ feeMark: 'high', usual: 2751n })
    const ether = { symbol: 'ETH', decimals: 18 }
    expect(shown.ways?.map((way) => usualText(way, ether))).toEqual(['0.002751 USDC'])
  })

  it('and asks for a hundred times the usual fee and more than a little gets no signature', async () => {
    const { shown, ended } = await wanting('26', 2n * 10n ** 9n)
    expect(shown.isReady).toBeUndefined()
    expect(await ended).toMatchObject({ code: 'PASSKEY_FEE' })
    // With ether, at what the bundler calls a little, the account can still pay itself.
    await giveEther()
    const again = await wanting('26', 2n * 10n ** 9n)
    expect(symbols(again.shown)).toEqual(['ETH'])
    expect(again.shown.feeMark).toBe('high')
  })

  it.each([
    ['the site’s own node names no price of gas', { gasPrice: () => Promise.reject(new Error('No')) }],
    ['no price is known', { hasPrices: false }],
  ])('gets a mark where %s', async (_why, more) => {
    const { shown } = await wanting('23', 10n ** 9n, more)
    expect(shown).toMatchObject({ feeMark: 'notCompared', usual: undefined })
  })

  it('about a fee of less than 0.001 ether gets no mark, as such a fee in ether gets none', async () => {
    const { shown } = await wanting('2.4', 5n * 10n ** 8n)
    expect(symbols(shown)).toEqual(['USDC'])
    expect(shown.feeMark).toBeUndefined()
  })
})
