import { expect, it } from 'vitest'
import { Refusal } from '../../../sandbox/refusal.ts'
import { createPrices } from '../../../server/data/prices.ts'
import { type Source, SourceError } from '../../../server/data/source.ts'

const [DAI, USDC, SOL] = [
  'eip155:1:0x6b175474e89094c44da98b954eedeac495271d0f',
  'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111112',
]
const about = (price: number) => ({ name: '', symbol: '', iconUrl: '', price })

/** A source that knows these prices, on EVM networks, and counts what it is asked. */
function known(name: string, prices: Record<string, number>) {
  const asked: string[][] = []
  const source: Source = {
    name,
    serves: (id) => id.startsWith('eip155:'),
    prices: (addresses) => {
      asked.push([...addresses])
      const found = addresses.filter((address) => Object.hasOwn(prices, address))
      return Promise.resolve(new Map(found.map((address) => [address, about(prices[address] ?? 0)])))
    },
  }
  return { source, asked }
}
const broken: Source = {
  name: 'broken',
  serves: () => true,
  prices: () => Promise.reject(new SourceError('broken', 'does not answer')),
}

it('asks the next source for what the first does not know, and nobody for a network that nobody knows', async () => {
  const [first, second] = [known('first', { [DAI]: 1 }), known('second', { [USDC]: 2, [DAI]: 9 })]
  const prices = createPrices([first.source, second.source], () => {})
  expect(await prices.list([DAI, USDC, SOL])).toEqual({
    source: 'first, second',
    value: [
      { ...about(1), address: DAI },
      { ...about(2), address: USDC },
    ],
  })
  expect([first.asked, second.asked]).toEqual([[[DAI, USDC]], [[USDC]]])
})

it('keeps prices, and that there is none, for half a minute', async () => {
  let now = 0
  const { source, asked } = known('one', { [DAI]: 1 })
  const prices = createPrices(
    [source],
    () => {},
    () => now,
  )
  await prices.list([DAI, USDC])
  await prices.list([USDC, DAI])
  expect(asked).toHaveLength(1)
  now = 30_000
  await prices.list([DAI])
  expect(asked).toEqual([[DAI, USDC], [DAI]])
})

it('tells what one source knows while another fails, and fails if all do', async () => {
  const failures: string[] = []
  const { source } = known('one', { [DAI]: 1 })
  const prices = createPrices([broken, source], ({ message }) => failures.push(message))
  expect((await prices.list([DAI, USDC])).value).toEqual([{ ...about(1), address: DAI }])
  expect(failures).toEqual(['broken does not answer'])
  const alone = createPrices([broken], () => {})
  await expect(alone.list([DAI])).rejects.toThrow('broken does not answer')
  expect(await alone.rates()).toEqual({ USD: '1' })
})

it('asks for itself when the question that it shares fails, for its other tokens or for what it has cost', async () => {
  for (const error of [new SourceError('one', 'refused'), new Refusal(429, 'rate', 'Too many')]) {
    const asked: string[][] = []
    const one: Source = {
      ...{ name: 'one', serves: () => true },
      async prices(addresses) {
        asked.push([...addresses])
        await new Promise((resolve) => setTimeout(resolve, 10))
        if (addresses.includes(SOL)) throw error
        return new Map(addresses.map((address) => [address, about(1)]))
      },
    }
    const prices = createPrices([one], () => {})
    const bad = prices.list([DAI, SOL])
    const good = [prices.list([DAI, USDC]), prices.list([DAI])]
    await expect(bad).rejects.toBe(error)
    expect((await Promise.all(good)).map(({ value }) => value.length)).toEqual([2, 1])
    expect(asked[0]).toEqual([DAI, SOL])
    expect(asked.flat().filter((address) => address === USDC)).toHaveLength(1)
  }
})

it('keeps ten thousand tokens, and no more', async () => {
  const { source, asked } = known('one', {})
  const prices = createPrices([source], () => {})
  const addresses = Array.from({ length: 10_100 }, (_, at) => `eip155:1:0x${String(at).padStart(40, '0')}`)
  for (let at = 0; at < addresses.length; at += 100) await prices.list(addresses.slice(at, at + 100))
  asked.length = 0
  await prices.list(addresses.slice(-100))
  expect(asked).toEqual([])
  await prices.list(addresses.slice(0, 1))
  expect(asked).toEqual([addresses.slice(0, 1)])
})
