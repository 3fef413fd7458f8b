import { decodeFunctionData, erc20Abi, isAddressEqual, parseEther, parseUnits, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { abi as routerAbi } from '../../../sandbox/contracts/artifacts/ExchangeRouter.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { addressOf, convertApi, plain, trader, type Tx } from './convert.ts'

const sandbox = useSandbox()
const chainId = 31337

const api = () => convertApi(sandbox(), chainId)
const token = (symbol: string) => addressOf(sandbox(), symbol, chainId)

function person(index: number) {
  const account = sandbox().accounts[index]
  if (!account) throw new Error(`No test account ${index}`)
  return trader(sandbox(), chainId, account.privateKey)
}

type Person = ReturnType<typeof person>

/** Sends the approval that the convert API builds. @returns the wei that its gas cost */
async function approve(who: Person, from: string, to: string, amount?: bigint) {
  const tx = await api().approval(who.address, from, to, amount)
  const receipt = await who.send(plain(tx.from), tx)
  expect(receipt.status).toBe('success')
  return receipt
}

/** Sends the swap that the convert API builds. @returns the changes of all balances */
async function swap(who: Person, from: string, to: string, amount: bigint) {
  const { feeAddress } = sandbox().exchange
  const read = () =>
    Promise.all([
      who.balanceOf(token(from), who.address),
      who.balanceOf(token(to), who.address),
      who.balanceOf(token(from), feeAddress),
    ])
  const tx = await api().swap(who.address, from, to, amount)
  const [from0, to0, fee0] = await read()
  const receipt = await who.send(plain(tx.to), tx, from === 'ETH' ? amount : 0n)
  const [from1, to1, fee1] = await read()
  const cost = (symbol: string) => (symbol === 'ETH' ? receipt.cost : 0n)
  const [paid, got, fee] = [from0 - from1 - cost(from), to1 - to0 + cost(to), fee1 - fee0]
  return { status: receipt.status, tx, paid, got, fee }
}

describe('a swap pays exactly what was quoted', () => {
  it.each([
    ['ETH', 'DAI', parseEther('1.234567890123456789')],
    ['ETH', 'UNI', parseEther('0.05')],
    ['ETH', 'WBTC', parseEther('3')],
    ['DAI', 'ETH', parseEther('100.000000000000000001')],
    ['USDC', 'ETH', parseUnits('77.123457', 6)],
    ['DAI', 'USDC', parseEther('12.5')],
    ['USDC', 'USDT', parseUnits('10.000001', 6)],
    ['USDT', 'UNI', parseUnits('33.333333', 6)],
    ['USDT', 'DAI', 9_999_999n],
  ])('%s to %s', async (from, to, amount) => {
    const who = person(0)
    const [quote] = await api().quote(who.address, from, to, amount)
    if (from !== 'ETH') {
      await approve(who, from, to, amount)
      expect(await api().allowance(who.address, from)).toBe(amount)
    }
    const done = await swap(who, from, to, amount)
    expect(done.status).toBe('success')
    expect(done.paid).toBe(amount)
    expect(done.got).toBe(BigInt(quote?.toAmount ?? 0))
    expect(done.tx.amount).toBe(quote?.toAmount)
    expect(done.fee).toBe((amount * 85n) / 10_000n)
    if (from !== 'ETH') expect(await api().allowance(who.address, from)).toBe(0n)
  })

  it('a small one loses less than 0.1 % to the price beyond both fees', async () => {
    const amount = parseEther('0.1')
    const [quote] = await api().quote(person(1).address, 'ETH', 'USDT', amount)
    const fair = (amount * 2_500_500_000n) / 999_500n / 10n ** 12n
    const afterFees = (((fair * 9_915n) / 10_000n) * 997n) / 1000n
    const out = BigInt(quote?.toAmount ?? 0)
    expect(out).toBeLessThanOrEqual(afterFees + 2_000n)
    expect(afterFees - out).toBeLessThan(afterFees / 1000n)
  })
})

describe('what is signed', () => {
  it('approves the router, at the token that tx.from names, for the exact amount', async () => {
    const who = person(1)
    const tx = await api().approval(who.address, 'DAI', 'ETH', 123n)
    expect(isAddressEqual(plain(tx.from), token('DAI')) && isAddressEqual(plain(tx.to), token('DAI'))).toBe(true)
    expect(tx.value).toBe('0')
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: tx.data })
    expect([functionName, ...args]).toEqual(['approve', sandbox().exchange.router, 123n])
    const built = await api().swap(who.address, 'DAI', 'ETH', 123_000_000n)
    expect(plain(built.to)).toBe(sandbox().exchange.router)
  })

  it('approves the newest quote of this user for this pair where no amount is said, else without limit', async () => {
    const who = person(2)
    const amountOf = async () => {
      const tx = await api().approval(who.address, 'USDC', 'WBTC')
      return decodeFunctionData({ abi: erc20Abi, data: tx.data }).args?.[1]
    }
    expect(await amountOf()).toBe(2n ** 256n - 1n)
    await api().quote(who.address, 'USDC', 'WBTC', 5_000_000n)
    await api().quote(who.address, 'USDC', 'WBTC', 7_000_001n)
    await api().quote(person(3).address, 'USDC', 'WBTC', 8_000_000n)
    expect(await amountOf()).toBe(7_000_001n)
  })

  it('asks for at least 99 % of the quote, for the user, within 20 minutes', async () => {
    const who = person(1)
    const amount = parseEther('2')
    const [quote] = await api().quote(who.address, 'ETH', 'DAI', amount)
    const read = async (more: object) => {
      const { data } = await api().swap(who.address, 'ETH', 'DAI', amount, more)
      const { args } = decodeFunctionData({ abi: routerAbi, data })
      if (args?.length !== 5) throw new Error('Not a swap')
      return args
    }
    const [path, amountIn, minimumOut, to, deadline] = await read({})
    const out = BigInt(quote?.toAmount ?? 0)
    expect(path.map((each) => each.toLowerCase())).toEqual([token('ETH'), token('DAI').toLowerCase()])
    expect([amountIn, minimumOut, to]).toEqual([amount, (out * 99n) / 100n, who.address])
    const { timestamp } = await who.reader.getBlock()
    expect(Number(deadline - timestamp)).toBeGreaterThanOrEqual(1200)
    expect(Number(deadline - timestamp)).toBeLessThan(1500)
    expect((await read({ eip155: { slippage: 0.5 } }))[2]).toBe((out * 9_950n) / 10_000n)
    expect((await read({ eip155: { slippage: '2.25' } }))[2]).toBe((out * 9_775n) / 10_000n)
  })

  it('a try of it is refused when it would revert, and tells less gas than without one', async () => {
    const who = person(1)
    const user = api().on(who.address)
    const ask = (from: string, to: string, amount: bigint, disableEstimate: boolean) =>
      api().post('build-transaction', {
        ...{ projectId: 'p', amount: String(amount), eip155: { slippage: 1 }, disableEstimate },
        ...{ userAddress: user, from: api().token(from), to: api().token(to) },
      })
    expect(await ask('DAI', 'ETH', 10n ** 18n, false)).toMatchObject({
      status: 400,
      body: { reasons: [{ name: 'from' }] },
    })
    expect(await ask('DAI', 'ETH', 10n ** 18n, true)).toMatchObject({ status: 200 })
    const gas = async (disableEstimate: boolean) => {
      const { body } = await ask('ETH', 'DAI', 10n ** 18n, disableEstimate)
      return Number((body as { tx: { eip155: { gas: string } } }).tx.eip155.gas)
    }
    expect(await gas(false)).toBeLessThan(await gas(true))
  })
})

describe('when the price moves', () => {
  async function built(amount: bigint) {
    const who = person(4)
    const tx = await api().swap(who.address, 'ETH', 'UNI', amount)
    return { who, tx, send: () => who.send(plain(tx.to), tx, amount) }
  }

  it('by more than 1 %, a swap reverts and nothing but gas is gone', async () => {
    const { who, send } = await built(parseEther('0.2'))
    await sandbox().exchange.movePrice(chainId, { from: 'ETH', to: 'UNI', percent: 1.5 })
    const before = await Promise.all([
      who.balanceOf(token('ETH'), who.address),
      who.balanceOf(token('UNI'), who.address),
    ])
    const { status, cost } = await send()
    const after = await Promise.all([
      who.balanceOf(token('ETH'), who.address),
      who.balanceOf(token('UNI'), who.address),
    ])
    expect(status).toBe('reverted')
    expect(after).toEqual([before[0] - cost, before[1]])
  })

  it('by less than 1 %, it goes through and pays what the pool gives then', async () => {
    const { who, tx, send } = await built(parseEther('0.2'))
    await sandbox().exchange.movePrice(chainId, { from: 'ETH', to: 'UNI', percent: 0.5 })
    const [quote] = await api().quote(who.address, 'ETH', 'UNI', parseEther('0.2'))
    const before = await who.balanceOf(token('UNI'), who.address)
    expect((await send()).status).toBe('success')
    const got = (await who.balanceOf(token('UNI'), who.address)) - before
    expect(got).toBe(BigInt(quote?.toAmount ?? 0))
    expect(got).toBeLessThan(BigInt(tx.amount))
  })

  it('moves by the percentage that was asked for', async () => {
    const price = async () => BigInt((await api().quote(person(5).address, 'ETH', 'UNI', 10n ** 12n))[0]?.toAmount ?? 0)
    const before = await price()
    await sandbox().exchange.movePrice(chainId, { from: 'ETH', to: 'UNI', percent: 10 })
    const moved = Number(((before - (await price())) * 100_000n) / before) / 1000
    expect(moved).toBeGreaterThan(9.9)
    expect(moved).toBeLessThan(10.1)
  })

  it('what is too late reverts', async () => {
    const { who, send } = await built(parseEther('0.01'))
    // This moves the chain's clock for good, but no later test needs it.
    await who.reader.request({ method: 'evm_increaseTime' as never, params: [1300] as never })
    expect((await send()).status).toBe('reverted')
  })
})

describe('a token that wants its allowance at zero first', () => {
  let who: Person
  beforeAll(() => {
    who = person(1)
  })

  it('refuses a second approval, takes it after one of 0', async () => {
    await approve(who, 'USDT', 'ETH', 1_000_000n)
    const second = await api().approval(who.address, 'USDT', 'ETH', 2_000_000n)
    expect((await who.send(plain(second.from), second)).status).toBe('reverted')
    expect(await api().allowance(who.address, 'USDT')).toBe(1_000_000n)
    await approve(who, 'USDT', 'ETH', 0n)
    expect(await api().allowance(who.address, 'USDT')).toBe(0n)
    await approve(who, 'USDT', 'ETH', 2_000_000n)
    const [quote] = await api().quote(who.address, 'USDT', 'ETH', 2_000_000n)
    const { got, fee, status } = await swap(who, 'USDT', 'ETH', 2_000_000n)
    expect([status, got, fee]).toEqual(['success', BigInt(quote?.toAmount ?? 0), 17_000n])
  })
})

describe('the router', () => {
  const swapWith = async (who: Person, args: readonly [Hex[], bigint, bigint, Hex, bigint], value: bigint) => {
    const call = { address: sandbox().exchange.router, abi: routerAbi, functionName: 'swap', args, value } as const
    return who.reader.simulateContract({ ...call, account: who.address })
  }

  it('takes of ether exactly what is said, and none with a token', async () => {
    const who = person(6)
    const ether = [[token('ETH'), token('DAI')], 100n, 0n, who.address, 2n ** 40n] as const
    await expect(swapWith(who, [[...ether[0]], 100n, 0n, who.address, 2n ** 40n], 99n)).rejects.toThrow(/WrongValue/)
    const dai = [token('DAI'), token('ETH')]
    await expect(swapWith(who, [dai, 100n, 0n, who.address, 2n ** 40n], 1n)).rejects.toThrow(/WrongValue/)
  })

  it('knows its own pools only', async () => {
    const who = person(6)
    const path = [token('ETH'), token('CLAIM')]
    await expect(swapWith(who, [path, 100n, 0n, who.address, 2n ** 40n], 100n)).rejects.toThrow(/NoPool/)
    await expect(swapWith(who, [[token('ETH')], 100n, 0n, who.address, 2n ** 40n], 100n)).rejects.toThrow(/NoPool/)
  })

  it('is sent no ether by anyone', async () => {
    const who = person(6)
    const call = who.reader.call({ account: who.address, to: sandbox().exchange.router, value: 1n })
    await expect(call).rejects.toThrow(/WrongValue|revert/)
  })

  it('holds nothing', async () => {
    const who = person(6)
    const { router, wrappedEther } = sandbox().exchange
    for (const symbol of ['ETH', 'DAI', 'USDC', 'USDT', 'UNI', 'WBTC'])
      expect(await who.balanceOf(token(symbol), router)).toBe(0n)
    expect(await who.balanceOf(wrappedEther, router)).toBe(0n)
  })
})

it('a smart account approves and swaps in one go, ether out and ether in', async () => {
  const owner = privateKeyToAccount(sandbox().accounts[7]?.privateKey ?? '0x')
  const { smartAccounts } = sandbox()
  const address = await smartAccounts.addressOf(chainId, owner.address)
  const { balanceOf } = person(7)
  const callOf = ({ to, data }: Tx, value = 0n) => ({ to: plain(to), data, value })
  const run = async (calls: ReturnType<typeof callOf>[]) => {
    const { wait } = await smartAccounts.sendCalls(chainId, owner, calls)
    expect((await wait()).success).toBe(true)
  }
  const paid = parseEther('0.01')
  const bought = await api().swap(address, 'ETH', 'DAI', paid)
  await run([callOf(bought, paid)])
  const held = await balanceOf(token('DAI'), address)
  expect(held).toBe(BigInt(bought.amount))

  const before = await balanceOf(token('ETH'), address)
  const back = await api().swap(address, 'DAI', 'ETH', held)
  await run([callOf(await api().approval(address, 'DAI', 'ETH', held)), callOf(back)])
  expect(await balanceOf(token('DAI'), address)).toBe(0n)
  // The gain is the quote minus the cost of the operation, which is small compared to it.
  const gained = (await balanceOf(token('ETH'), address)) - before
  expect(gained).toBeLessThan(BigInt(back.amount))
  expect(gained).toBeGreaterThan(BigInt(back.amount) / 2n)
})
