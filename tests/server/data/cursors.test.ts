import { expect, it } from 'vitest'
import { createBlockchain } from '../../../server/data/blockchain.ts'
import { type Source, SourceError } from '../../../server/data/source.ts'

const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const network = { caipNetworkId: 'eip155:1', id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18, rpc: '' }

it('of a history lead to the source that gave them, also while the first one works again', async () => {
  const asked: [string, string | null][] = []
  const tells = (name: string, fails: () => boolean): Source => ({
    ...{ name, serves: () => true },
    history: (_, __, cursor) => {
      asked.push([name, cursor])
      if (fails()) return Promise.reject(new SourceError(name, 'is away'))
      return Promise.resolve({ data: [], next: '7' })
    },
  })
  let isAway = true
  const sources = [tells('first', () => isAway), tells('second', () => false)]
  const blockchain = createBlockchain({ networks: [network], sources, report: () => undefined })
  const { value } = await blockchain.history(ACCOUNT, 'eip155:1', null)
  expect(value.next).toBe('second:7')
  isAway = false
  asked.length = 0
  expect((await blockchain.history(ACCOUNT, 'eip155:1', value.next)).source).toBe('second')
  expect(asked).toEqual([['second', '7']])
  await expect(blockchain.history(ACCOUNT, 'eip155:1', 'third:7')).rejects.toMatchObject({ status: 404 })
})
