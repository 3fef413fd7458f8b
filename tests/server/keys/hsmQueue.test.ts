/** Requests that wait for a slow HSM: how many, for how long, and what becomes of those that are late. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createQueue } from '../../../server/keys/hsm/queue.ts'

/** Two lanes, and works that run until `answer`. */
function queueOf(limits: { waiting: number; patience: number }) {
  const inTurn = createQueue(['first', 'second'], limits)
  const started: string[] = []
  const open = new Map<string, () => void>()
  const ask = (name: string) =>
    inTurn(async (lane, isLate) => {
      started.push(name)
      await new Promise<void>((resolve) => open.set(name, resolve))
      return { lane, wasLate: isLate() }
    })
  return { ask, started, answer: (name: string) => open.get(name)?.() }
}

it('runs one request a lane, in their order, with any lane that is free', async () => {
  const { ask, started, answer } = queueOf({ waiting: 10, patience: 10_000 })
  const asked = ['a', 'b', 'c', 'd'].map(ask)
  expect(started).toEqual(['a', 'b'])
  answer('b')
  expect(await asked[1]).toEqual({ lane: 'second', wasLate: false })
  await sleep(0)
  expect(started).toEqual(['a', 'b', 'c'])
  answer('c')
  expect((await asked[2])?.lane).toBe('second')
  await sleep(0)
  for (const name of ['a', 'd']) answer(name)
  expect((await Promise.all([asked[0], asked[3]])).map((each) => each?.lane)).toEqual(['first', 'second'])
})

it('refuses a request at once when too many wait', async () => {
  const { ask, answer } = queueOf({ waiting: 2, patience: 10_000 })
  const asked = ['a', 'b', 'c', 'd'].map(ask)
  await expect(ask('e')).rejects.toMatchObject({
    name: 'HsmError',
    message: expect.stringContaining('too many') as string,
  })
  for (const name of ['a', 'b', 'c', 'd']) {
    answer(name)
    await sleep(0)
  }
  await Promise.all(asked)
  const later = ask('f')
  answer('f')
  expect(await later).toMatchObject({ wasLate: false })
})

it('never runs a request that was late before its turn, and tells one that runs that it is late', async () => {
  const { ask, started, answer } = queueOf({ waiting: 2, patience: 60 })
  const runs: unknown[] = []
  const inTurn = createQueue(['only'], { waiting: 2, patience: 60 })
  let end = () => {}
  const slow = inTurn(async (_, isLate) => {
    await new Promise<void>((resolve) => (end = resolve))
    runs.push(isLate())
  })
  const asked = [slow, ...['a', 'b', 'c', 'd'].map(ask)]
  const ended = await Promise.allSettled(asked)
  expect(ended.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    asked.map(() => 'HsmError: The HSM does not answer'),
  )
  end()
  // The places of those that were late are free again, although the HSM has answered none.
  const later = [ask('e'), ask('f')]
  for (const name of ['a', 'b']) answer(name)
  await sleep(0)
  expect(started).toEqual(['a', 'b', 'e', 'f'])
  for (const name of ['e', 'f']) answer(name)
  expect(await Promise.all(later)).toEqual(expect.arrayContaining([expect.objectContaining({ wasLate: false })]))
  expect(runs).toEqual([true])
})

it('goes on after a request that fails', async () => {
  const inTurn = createQueue(['only'])
  const failing = inTurn(() => Promise.reject(new Error('refused')))
  const later = inTurn(() => Promise.resolve(1))
  await expect(failing).rejects.toThrow('refused')
  expect(await later).toBe(1)
})
