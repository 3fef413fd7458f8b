import { expect, it, vi } from 'vitest'
import { createVisits } from '../../../runtime/lib/visits.ts'

function setup() {
  const listeners = { open: () => {}, close: () => {} }
  const closed = vi.fn()
  const kit = {
    onOpen: (listener: () => void) => (listeners.open = listener),
    onClose: (listener: () => void) => (listeners.close = listener),
  }
  return { visits: createVisits(kit, closed), closed, listeners }
}

it('a visit begins when the main screen opens, and goes on over the panel’s other screens', () => {
  const { visits } = setup()
  expect(visits.begin()).toBe(true)
  visits.stay()
  expect(visits.begin()).toBe(false)
  expect(visits.begin()).toBe(true)
})

it('other parameters begin a visit, also from another screen of the panel', () => {
  const { visits } = setup()
  visits.begin({ token: 'A' })
  visits.stay()
  expect(visits.begin({ token: 'B' })).toBe(true)
  visits.stay()
  expect(visits.begin({ token: 'B' })).toBe(false)
})

it('closing the modal ends a visit, though its screen stays mounted', () => {
  const { visits, closed, listeners } = setup()
  const leave = visits.enter()
  visits.begin()
  visits.stay()
  expect(visits.isOpen()).toBe(true)
  listeners.close()
  expect([closed.mock.calls.length, visits.isOpen()]).toEqual([1, false])
  listeners.open()
  expect([visits.state.count, visits.isOpen(), visits.begin()]).toEqual([1, true, true])
  leave()
  expect(visits.isOpen()).toBe(false)
})
