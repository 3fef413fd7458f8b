/** The documented table of a relay session's events (spec section 4, other). */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SESSION_EVENT_TABLE } from '../../../runtime/remote/events.ts'

const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const session = { accounts: [A], networks: ['eip155:1' as const], accountsOn: { 'eip155:1': [A] }, methods: [] }
const told = (name: string, params?: unknown, own: typeof session | undefined = session) =>
  SESSION_EVENT_TABLE[name]?.({ namespace: 'eip155', session: own, params })
const event = (name: string, data: unknown, chainId = 'eip155:1') => ({ event: { name, data }, chainId })

it.each([
  ['session_update', undefined, { session }],
  ['session_delete', undefined, { over: true }],
  ['session_expire', undefined, { over: true }],
  ['session_extend', undefined, undefined],
  ['session_ping', undefined, undefined],
  ['session_event', event('accountsChanged', [`eip155:1:${A.toLowerCase()}`]), { accounts: [A] }],
  ['session_event', event('accountsChanged', [A, A]), { accounts: [A] }],
  ['session_event', event('accountsChanged', ['nobody']), undefined],
  ['session_event', event('chainChanged', 137), { network: 'eip155:137' }],
  ['session_event', event('chainChanged', '0x89'), { network: 'eip155:137' }],
  ['session_event', event('chainChanged', 'eip155:137'), { network: 'eip155:137' }],
  ['session_event', event('chainChanged', undefined, 'eip155:10'), { network: 'eip155:10' }],
  ['session_event', event('chainChanged', 1, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), undefined],
  ['session_event', event('somethingElse', 1), undefined],
])('%s %j', (name, params, change) => expect(told(name, params)).toEqual(change))

it('disconnects a namespace that a session update left out', () => {
  expect(SESSION_EVENT_TABLE['session_update']?.({ namespace: 'eip155', session: undefined, params: {} })).toEqual({
    over: true,
  })
})

it('never throws, whatever event a wallet emits', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(SESSION_EVENT_TABLE)), fc.anything(), (name, params) => {
      told(name, params)
      told(name, { event: { name: 'accountsChanged', data: params }, chainId: 'eip155:1' })
      told(name, { event: { name: 'chainChanged', data: params }, chainId: 'eip155:1' })
    }),
    { numRuns: 2_000 },
  )
})
