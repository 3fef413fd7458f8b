/** What the call data of a built swap must say, where it can be read. */
import { describe, expect, it } from 'vitest'
import { maxUint256, toFunctionSelector, zeroAddress, type Hex } from 'viem'
import { ETHER } from '../../../../sandbox/exchange/addresses.ts'
import type { Order } from '../../../../server/data/exchanges/exchange.ts'
import { oneInch } from '../../../../server/data/exchanges/oneInch.ts'
import { zeroEx } from '../../../../server/data/exchanges/zeroEx.ts'
import { SourceError } from '../../../../server/data/source.ts'
import { useServer } from '../../../support/server.ts'
import { exec, execute, SETTLER, tuple } from './calls.ts'

const server = useServer()
const USER: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const DAI: Hex = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const USDC: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const THIEF: Hex = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const HOLDER: Hex = '0x0000000000001fF3684f28c67538d4D072C22734'
const ROUTER: Hex = '0x111111125421cA6dc452d289314280a0f8842A65'

const order: Order = { chainId: 1, from: DAI, to: ETHER, user: USER, amount: 5000n, slippage: 100n }
const ofEther: Order = { ...order, from: ETHER, to: DAI }
const valueOf = ({ from, amount }: Order) => (from === ETHER ? String(amount) : '0')

describe('a call of 0x', () => {
  const build = (data: Hex, wanted = order, to = HOLDER) => {
    server.answer(({ query }) => ({
      ...{ liquidityAvailable: true, sellToken: query['sellToken'], buyToken: query['buyToken'], sellAmount: '5000' },
      ...{ buyAmount: '2000', minBuyAmount: '1980', allowanceTarget: wanted.from === ETHER ? null : to },
      transaction: { to, data, value: valueOf(wanted), gas: '1', gasPrice: '1' },
    }))
    return zeroEx({ url: server.url, key: 'key' }).build(wanted)
  }
  const right = execute(USER, ETHER, 1980n)
  const refuses = async (data: Hex, problem: string, wanted = order) => {
    await expect(build(data, wanted), data).rejects.toThrow(problem)
    await expect(build(data, wanted), data).rejects.toBeInstanceOf(SourceError)
  }

  it('lets 0x’s Settler take exactly what was ordered, and pays the user', async () => {
    const good = exec(DAI, 5000n, right)
    expect(await build(good)).toMatchObject({ to: HOLDER, data: good, toAmount: 2000n })
    await refuses(exec(USDC, 5000n, right), 'another token')
    await refuses(exec(DAI, 5001n, right), 'another amount')
    await refuses(exec(DAI, maxUint256, right), 'another amount')
    await refuses(exec(DAI, 5000n, right, THIEF), 'lets another contract take the token')
    await refuses(exec(DAI, 5000n, right, SETTLER, THIEF), 'lets another contract take the token')
    await refuses(exec(DAI, 5000n, execute(THIEF, ETHER, 1980n)), 'pays somebody else')
    await refuses(exec(DAI, 5000n, execute(zeroAddress, ETHER, 1980n)), 'pays somebody else')
    await refuses(exec(DAI, 5000n, execute(USER, USDC, 1980n)), 'into another token')
    await refuses(exec(DAI, 5000n, execute(USER, zeroAddress, 1980n)), 'into another token')
    await refuses(exec(DAI, 5000n, execute(USER, ETHER, 1n)), 'minimum')
  })

  it('is refused if AllowanceHolder would call anything else', async () => {
    const other: Hex = `0xabcdef01${right.slice(10)}`
    for (const inner of ['0x', '0x1fff991f', right.slice(0, -300), other, '0xabcdef01'] as Hex[])
      await refuses(exec(DAI, 5000n, inner, THIEF, THIEF), 'cannot be read')
    const good = exec(DAI, 5000n, right)
    for (const data of [good.slice(0, 10 + 4 * 64), good.slice(0, -200)] as Hex[]) await refuses(data, 'cannot be read')
    // The inner call at another place than the usual one, where it does not begin.
    const moved = (at: bigint): Hex => `0x${good.slice(2, 266)}${at.toString(16).padStart(64, '0')}${good.slice(330)}`
    expect(moved(160n)).toBe(good)
    for (const at of [0n, 128n, 161n, 10n ** 9n, maxUint256]) await refuses(moved(at), 'cannot be read')
  })

  it('of the native currency calls Settler, through AllowanceHolder or not, and lets nobody take a token', async () => {
    const inner = execute(USER, DAI, 1980n)
    for (const data of [inner, exec(ETHER, 5000n, inner), exec(zeroAddress, 0n, inner, zeroAddress)])
      expect(await build(data, ofEther)).toMatchObject({ data })
    await refuses(exec(USDC, 5000n, inner), 'another token', ofEther)
    await refuses(exec(ETHER, 5000n, execute(THIEF, DAI, 1980n)), 'pays somebody else', ofEther)
    await refuses(execute(THIEF, DAI, 1980n), 'pays somebody else', ofEther)
    await refuses(execute(USER, ETHER, 1980n), 'into another token', ofEther)
    await refuses(execute(USER, DAI, 1n), 'minimum', ofEther)
    // Of what is approved to Settler itself, anybody takes what they want.
    await refuses(right, 'calls Settler')
  })

  it('of another contract is not read', async () => {
    expect(await build(`0xabcdef01${'0'.repeat(64)}`)).toMatchObject({ toAmount: 2000n })
  })
})

describe('a call of 1inch', () => {
  const build = (data: string, wanted = order) => {
    server.answer(({ path }) =>
      path.endsWith('spender')
        ? { address: ROUTER }
        : { dstAmount: '2000', tx: { from: USER, to: ROUTER, data, value: valueOf(wanted), gas: 1, gasPrice: '1' } },
    )
    return oneInch({ url: server.url, key: 'key' }).build(wanted)
  }

  it('of its router’s “swap” has the receiver, the tokens and the minimum', async () => {
    expect(await build(tuple(DAI, ETHER, USER, 5000n, 1980n))).toMatchObject({ toAmount: 2000n })
    await expect(build(tuple(DAI, ETHER, THIEF, 5000n, 1980n))).rejects.toThrow('pays somebody else')
    await expect(build(tuple(DAI, ETHER, USER, 5001n, 1980n))).rejects.toThrow('another amount')
    await expect(build(tuple(DAI, ETHER, USER, 5000n, 1900n))).rejects.toThrow('minimum')
    await expect(build(tuple(USDC, ETHER, USER, 5000n, 1980n))).rejects.toThrow('another token')
    await expect(build(tuple(DAI, USDC, USER, 5000n, 1980n))).rejects.toThrow('into another token')
    await expect(build('0x07ed2379')).rejects.toThrow(SourceError)
    // The flags are word 7; the lowest bit lets the router swap a part, and pay a part of the minimum.
    const whole = tuple(DAI, ETHER, USER, 5000n, 1980n)
    const partial = `${whole.slice(0, 10 + 7 * 64)}${'1'.padStart(64, '0')}${whole.slice(10 + 8 * 64)}`
    await expect(build(partial)).rejects.toThrow('a part of the amount')
    // A word that is cut off is not the number that its digits have.
    const cut = tuple(DAI, ETHER, USER, 5000n, 1980n).slice(0, 10 + 6 * 64 + 2)
    await expect(build(cut)).rejects.toThrow(SourceError)
  })

  it.each([1, 2, 3])(
    'through %i pools has what it takes and the minimum, and the receiver if there is one',
    async (n) => {
      const call = (name: string, ...args: bigint[]) => {
        const all = [...args, ...Array.from({ length: n }, () => BigInt(THIEF))]
        const selector = toFunctionSelector(`${name}${n > 1 ? n : ''}(${all.map(() => 'uint256').join(',')})`)
        return `${selector}${all.map((each) => each.toString(16).padStart(64, '0')).join('')}`
      }
      // The router does not look at the bits above an address.
      const marked = 2n ** 200n + BigInt(USER)
      for (const good of [
        call('unoswap', BigInt(DAI), 5000n, 1980n),
        call('unoswapTo', BigInt(USER), BigInt(DAI), 5000n, 1980n),
        call('unoswapTo', marked, BigInt(DAI), 5000n, 1980n),
      ])
        expect(await build(good)).toMatchObject({ data: good })
      for (const good of [call('ethUnoswap', 1980n), call('ethUnoswapTo', BigInt(USER), 1980n)]) {
        expect(await build(good, ofEther)).toMatchObject({ data: good })
        await expect(build(good)).rejects.toThrow('of another token')
      }
      for (const [bad, problem] of [
        [call('unoswap', BigInt(USDC), 5000n, 1980n), 'of another token'],
        [call('unoswap', BigInt(DAI), 5001n, 1980n), 'another amount'],
        [call('unoswap', BigInt(DAI), 5000n, 1n), 'minimum'],
        [call('unoswapTo', BigInt(THIEF), BigInt(DAI), 5000n, 1980n), 'pays somebody else'],
        [call('unoswapTo', BigInt(USER), BigInt(DAI), 5000n, 1n), 'minimum'],
      ] as const)
        await expect(build(bad)).rejects.toThrow(problem)
      await expect(build(call('ethUnoswap', 1n), ofEther)).rejects.toThrow('minimum')
      await expect(build(call('ethUnoswapTo', BigInt(THIEF), 1980n), ofEther)).rejects.toThrow('pays somebody else')
    },
  )

  it('of anything else is refused', async () => {
    const clipper = toFunctionSelector('clipperSwap(address,uint256,address,uint256,uint256,uint256,bytes32,bytes32)')
    for (const selector of [clipper, '0xabcdef01', '0x0502b1c5'])
      await expect(build(`${selector}${'0'.repeat(512)}`)).rejects.toThrow('whose call data cannot be read')
  })
})
