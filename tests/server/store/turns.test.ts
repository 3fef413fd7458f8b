/** The order in which one process changes the same keys. */
import { expect, it } from 'vitest'
import { createTurns } from '../../../server/store/turns.ts'

/** A work that lasts until `end` is called. */
function createWork(name: string, said: string[]) {
  let end = (_: 'well' | 'not') => {}
  const ended = new Promise<void>((resolve, reject) => {
    end = (how) => (how === 'well' ? resolve() : reject(new Error(name)))
  })
  const work = async () => {
    said.push(`${name} begins`)
    await ended
    said.push(`${name} ends`)
    return name
  }
  return { work, end }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('runs works with a common key one after the other, and others at once', async () => {
  const inTurn = createTurns()
  const said: string[] = []
  const [one, two, three] = ['one', 'two', 'three'].map((name) => createWork(name, said))
  if (!one || !two || !three) throw new Error('There are three')
  const all = [inTurn(['a', 'b'], one.work), inTurn(['b', 'c', 'b'], two.work), inTurn(['d'], three.work)]
  await settle()
  expect(said).toEqual(['one begins', 'three begins'])
  three.end('well')
  one.end('well')
  await settle()
  expect(said.slice(2)).toEqual(['three ends', 'one ends', 'two begins'])
  two.end('well')
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three'])
})

it('goes on after a work that failed, whose caller alone gets the error', async () => {
  const inTurn = createTurns()
  const said: string[] = []
  const [one, two] = [createWork('one', said), createWork('two', said)]
  const first = inTurn(['a'], one.work)
  const second = inTurn(['a'], two.work)
  one.end('not')
  two.end('well')
  await expect(first).rejects.toThrow('one')
  expect(await second).toBe('two')
  expect(said).toEqual(['one begins', 'two begins', 'two ends'])
})
