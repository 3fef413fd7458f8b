import fc from 'fast-check'
import { parseAbi, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { abi as poolAbi } from '../../../sandbox/contracts/artifacts/ExchangePool.ts'
import type { PoolState } from '../../../sandbox/index.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { addressOf, convertApi, trader } from './convert.ts'

const sandbox = useSandbox()
const chainId = 31337
const symbols = ['ETH', 'DAI', 'USDC', 'USDT', 'UNI', 'WBTC'] as const
const decimals: Record<string, bigint> = { ETH: 18n, DAI: 18n, USDC: 6n, USDT: 6n, UNI: 18n, WBTC: 8n }

/** The amount that the contracts must pay, computed from the reserves alone. */
function expected(pools: readonly PoolState[], tokens: readonly Hex[], amountIn: bigint): bigint {
  const [from, to] = [tokens[0] ?? '0x', tokens[1] ?? '0x']
  const find = (a: Hex, b: Hex) => pools.find((pool) => pool.tokens.includes(a) && pool.tokens.includes(b))
  const { wrappedEther } = sandbox().exchange
  const hops: [Hex, Hex][] = find(from, to)
    ? [[from, to]]
    : [
        [from, wrappedEther],
        [wrappedEther, to],
      ]
  return hops.reduce(
    (amount, [a, b]) => {
      const pool = find(a, b)
      if (!pool) throw new Error(`No pool of ${a} and ${b}`)
      const [x, y] = pool.tokens[0] === a ? pool.reserves : [pool.reserves[1], pool.reserves[0]]
      // Computed in one step from x·y = k, as y − k / (x + 0.997 amount), rounded down.
      return y - (x * y * 1000n + (x * 1000n + amount * 997n) - 1n) / (x * 1000n + amount * 997n)
    },
    amountIn - (amountIn * 85n) / 10_000n,
  )
}

const kOf = ({ reserves }: PoolState) => reserves[0] * reserves[1]

it('on random trades no pool’s product falls, and each pays what its reserves say, counted another way', async () => {
  const { exchange } = sandbox()
  const inPool = (symbol: string) => (symbol === 'ETH' ? exchange.wrappedEther : addressOf(sandbox(), symbol, chainId))
  const trade = fc.record({
    pair: fc.shuffledSubarray([...symbols], { minLength: 2, maxLength: 2 }),
    // Amounts from a millionth of a token to hundreds of them.
    digits: fc.integer({ min: 1, max: 999 }),
    shift: fc.integer({ min: -6, max: 0 }),
    odd: fc.integer({ min: 0, max: 9 }),
  })
  let paid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 4 }), async (trades) => {
      for (const { pair, digits, shift, odd } of trades) {
        const [from = '', to = ''] = pair
        const unit = 10n ** (decimals[from] ?? 0n)
        const amount = (BigInt(digits) * unit) / 10n ** BigInt(-shift) + BigInt(odd)
        const before = await exchange.pools(chainId)
        const out = expected(before, [inPool(from), inPool(to)], amount)
        if (out === 0n) continue
        const { amountOut } = await exchange.trade(chainId, { from, to, amount })
        paid++
        expect(amountOut).toBe(out)
        const after = await exchange.pools(chainId)
        for (const [index, pool] of after.entries()) {
          const old = before[index]
          if (!old) throw new Error('A pool is new')
          expect(kOf(pool)).toBeGreaterThanOrEqual(kOf(old))
        }
        const gone = (index: number) => kOf(after[index] as PoolState) > kOf(before[index] as PoolState)
        expect(after.some((_pool, index) => gone(index))).toBe(true)
      }
    }),
    { numRuns: 30, seed: 4 },
  )
  expect(paid).toBeGreaterThan(30)
}, 60_000)

it('what is counted in a pool is what it holds', async () => {
  const { reader } = trader(sandbox(), chainId, sandbox().accounts[0]?.privateKey ?? '0x')
  const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
  for (const { address, tokens, reserves } of await sandbox().exchange.pools(chainId)) {
    const held = await Promise.all(
      tokens.map((token) => reader.readContract({ address: token, abi, functionName: 'balanceOf', args: [address] })),
    )
    expect(held).toEqual([...reserves])
  }
})

it('a pool pays nothing that was not paid for, and a gift changes no quote until it is counted', async () => {
  const account = sandbox().accounts[0]
  if (!account) throw new Error('No account')
  const { wallet, reader } = trader(sandbox(), chainId, account.privateKey)
  const dai = addressOf(sandbox(), 'DAI', chainId)
  const usdc = addressOf(sandbox(), 'USDC', chainId)
  const find = async () => {
    const pools = await sandbox().exchange.pools(chainId)
    const pool = pools.find(({ tokens }) => tokens.includes(dai) && tokens.includes(usdc))
    if (!pool) throw new Error('No pool')
    return pool
  }
  const { address } = await find()
  const swap = (token: Hex, amount: bigint) =>
    reader.simulateContract({
      ...{ address, abi: poolAbi, functionName: 'swap', account: account.address },
      args: [token, amount, account.address],
    })
  await expect(swap(dai, 1000n * 10n ** 18n)).rejects.toThrow(/NotPaid/)
  await expect(swap(dai, 1n)).rejects.toThrow(/NothingOut/)
  await expect(swap(account.address, 1000n)).rejects.toThrow(/NotInPool/)

  const abi = parseAbi(['function transfer(address to, uint256 value)'])
  const ask = () => convertApi(sandbox(), chainId).quote(account.address, 'DAI', 'USDC', 10n ** 18n)
  const [before, quoted] = [await find(), await ask()]
  const gift = { address: dai, abi, functionName: 'transfer', args: [address, 10n * 10n ** 18n] } as const
  await reader.waitForTransactionReceipt({ hash: await wallet.writeContract(gift) })
  expect(await find()).toEqual(before)
  expect(await ask()).toEqual(quoted)
  await reader.waitForTransactionReceipt({
    hash: await wallet.writeContract({ address, abi: poolAbi, functionName: 'sync' }),
  })
  expect(kOf(await find())).toBeGreaterThan(kOf(before))
})
