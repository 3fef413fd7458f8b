import { expect, it } from 'vitest'
import { createTimeline, stateAt } from '../../../../runtime/test/devtools/timeline.ts'

const change = (open: boolean) => ({ kind: 'state' as const, title: 'modal', detail: { open } })

it('keeps the newest entries, and the state before them', () => {
  const timeline = createTimeline(2)
  timeline.begin('modal', { open: false, view: 'Connect' })
  for (const open of [true, false, true]) timeline.add(change(open))
  expect(timeline.entries().map(({ id }) => id)).toEqual([2, 3])
  expect(timeline.start()).toEqual({ modal: { open: true, view: 'Connect' } })
  const recorded = { start: timeline.start(), entries: timeline.entries() }
  expect([0, 1, 2].map((count) => stateAt(recorded, count)['modal']?.['open'])).toEqual([true, false, true])
})

it('records nothing while it is paused', () => {
  const timeline = createTimeline()
  timeline.pause(true)
  timeline.add(change(true))
  timeline.ask('request', 'GET /', {})('done', null)
  expect(timeline.entries()).toEqual([])
  timeline.pause(false)
  timeline.add(change(false))
  expect(timeline.entries()).toHaveLength(1)
})

it('starts from the present state after it was cleared', () => {
  const timeline = createTimeline()
  timeline.begin('modal', { open: false })
  timeline.add(change(true))
  timeline.clear()
  expect(timeline.entries()).toEqual([])
  expect(timeline.start()).toEqual({ modal: { open: true } })
})

it('adds the answer, and the time that it took, to what was asked', () => {
  let clock = 100
  const timeline = createTimeline(10, () => clock)
  clock = 150
  const answer = timeline.ask('wallet', 'eth_accounts', { parameters: [] })
  expect(timeline.entries()).toMatchObject([{ at: 50, outcome: 'pending' }])
  clock = 400
  answer('failed', { code: 4001 })
  expect(timeline.entries()).toMatchObject([
    { at: 50, outcome: 'failed', took: 250, detail: { parameters: [], answer: { code: 4001 } } },
  ])
})

it('tells its listeners once for all changes of a task', async () => {
  const timeline = createTimeline()
  let count = 0
  const stop = timeline.subscribe(() => void count++)
  timeline.add(change(true))
  timeline.add(change(false))
  await Promise.resolve()
  expect(count).toBe(1)
  stop()
  timeline.add(change(true))
  await Promise.resolve()
  expect(count).toBe(1)
})
