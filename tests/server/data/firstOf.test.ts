import { describe, expect, it } from 'vitest'
import { firstOf } from '../../../server/data/firstOf.ts'
import { Refusal } from '../../../sandbox/refusal.ts'
import { type Source, SourceError } from '../../../server/data/source.ts'

const source = (name: string, rates?: NonNullable<Source['rates']>): Source => ({
  ...{ name, serves: () => true },
  ...(rates && { rates }),
})
const good = (name: string) => source(name, () => Promise.resolve({ USD: '1', by: name }))
const bad = (name: string) => source(name, () => Promise.reject(new SourceError(name, 'is down')))

async function ask(sources: readonly Source[]) {
  const reported: string[] = []
  const told = await firstOf(
    sources,
    ({ rates }) => rates && (() => rates()),
    ({ message }) => void reported.push(message),
  ).catch((error: unknown) => error)
  return { told, reported }
}

describe('the first of several sources', () => {
  it('is the first that knows such things', async () => {
    expect(await ask([source('a'), good('b'), good('c')])).toEqual({
      told: { source: 'b', value: { USD: '1', by: 'b' } },
      reported: [],
    })
  })

  it('is the next one while one fails, which is reported', async () => {
    const { told, reported } = await ask([bad('a'), good('b')])
    expect(told).toMatchObject({ source: 'b' })
    expect(reported).toEqual(['a is down'])
  })

  it('is none if nobody knows such things, and fails as the last one if all fail', async () => {
    expect(await ask([source('a')])).toEqual({ told: undefined, reported: [] })
    const { told, reported } = await ask([bad('a'), source('b'), bad('c')])
    expect(told).toMatchObject({ name: 'SourceError', message: 'c is down' })
    expect(reported).toEqual(['a is down', 'c is down'])
  })

  it('is the next one after an unexpected error, of which nothing is told', async () => {
    const broken = source('a', () => Promise.reject(new TypeError('undefined is not a function')))
    expect(await ask([broken, good('b')])).toMatchObject({
      told: { source: 'b' },
      reported: ['a sent something unexpected'],
    })
  })

  it('ends with the refusal of a visitor who asked for too much', async () => {
    const refused = source('a', () => Promise.reject(new Refusal(429, 'rate', 'Too many')))
    expect(await ask([refused, good('b')])).toMatchObject({ told: { name: 'Refusal', status: 429 }, reported: [] })
  })
})
