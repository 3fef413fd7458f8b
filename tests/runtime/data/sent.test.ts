import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  parseSent,
  receiversOf,
  type Sent,
  SENT_LIMIT,
  sentTransactions,
  settleSent,
  tellSent,
} from '../../../runtime/data/sent.ts'
import { STORAGE_KEYS } from '../../../runtime/lib/keyTable.ts'
import { createStorage } from '../../../runtime/lib/storage.ts'
import { makeKit } from '../../support/kit.ts'

const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
const transaction = (at: number) => ({ hash: hash(at), caipNetworkId: 'eip155:1', from: '0xa', to: '0xb' })

it('is stored before subscribers are notified, once', () => {
  const kit = makeKit()
  const heard: (string | undefined)[] = []
  kit.events.on('transaction', () => void heard.push(kit.storage.get(STORAGE_KEYS.sent)))
  tellSent(kit, transaction(1))
  expect(heard).toHaveLength(1)
  expect(heard[0]).toContain(hash(1))
  // The plugin of a relay or embedded wallet reports the same transaction again, with a note.
  const note = { kind: 'send', out: { amount: '1.5', symbol: 'ETH' } } as const
  tellSent(kit, { ...transaction(1), note })
  expect(heard).toHaveLength(1)
  expect(sentTransactions(kit)).toMatchObject([{ hash: hash(1), status: 'pending', note }])
})

it('is restored after a reload, with its result', () => {
  const backing = new Map<string, string>()
  const storage = createStorage({
    getItem: (key) => backing.get(key) ?? null,
    setItem: (key, value) => void backing.set(key, value),
    removeItem: (key) => void backing.delete(key),
  })
  const kit = makeKit({}, { storage })
  tellSent(kit, transaction(1))
  settleSent(kit, hash(1), 'confirmed')
  settleSent(kit, hash(2), 'failed')
  expect(sentTransactions(makeKit({}, { storage }))).toMatchObject([{ hash: hash(1), status: 'confirmed' }])
})

it('keeps a limited number of entries, the newest', () => {
  const kit = makeKit()
  for (let at = 0; at <= SENT_LIMIT; at++) tellSent(kit, transaction(at))
  expect(sentTransactions(kit)).toHaveLength(SENT_LIMIT)
  expect(sentTransactions(kit).map((sent) => sent.hash)).not.toContain(hash(0))
})

it('keeps a small token picture, and drops one that would fill the storage', () => {
  const kit = makeKit()
  const iconUrl = 'data:image/svg+xml,small'
  const large = { amount: '2', symbol: 'Y', iconUrl: `data:image/png;base64,${'A'.repeat(100_000)}` }
  tellSent(kit, { ...transaction(1), note: { kind: 'swap', out: { amount: '1', symbol: 'X', iconUrl }, in: large } })
  const note = { kind: 'swap', out: { amount: '1', symbol: 'X', iconUrl }, in: { amount: '2', symbol: 'Y' } }
  expect(sentTransactions(kit)[0]?.note).toEqual(note)
  expect(kit.storage.get(STORAGE_KEYS.sent)?.length).toBeLessThan(1_000)
})

it('reads only valid entries from storage', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = parseSent(value)
      if (parsed) expect(parseSent(parsed)).toEqual(parsed)
    }),
  )
  const entry = {
    ...transaction(1),
    status: 'pending',
    at: 5,
    note: { kind: 'swap', in: { amount: '1', symbol: 'X' } },
  }
  expect(parseSent(entry)).toEqual(entry)
  expect(parseSent({ ...entry, note: { kind: 'theft' } })).toEqual({ ...transaction(1), status: 'pending', at: 5 })
  const receivers = Array.from({ length: 20 }, (_, at) => `0x${at}`)
  const several = { ...entry, note: { kind: 'send', receivers } }
  expect(parseSent(several)).toEqual(several)
  expect(receiversOf(several as Sent)).toEqual(receivers)
  expect(receiversOf(transaction(1))).toEqual([transaction(1).to])
  for (const wrong of [[], [1], 'all', [...receivers, '0x'], ['0'.repeat(201)]])
    expect(parseSent({ ...several, note: { kind: 'send', receivers: wrong } })?.note).toEqual({ kind: 'send' })
  for (const wrong of [{ hash: 'no' }, { status: 'done' }, { at: '5' }, { at: Number.NaN }, { at: 1e16 }, { from: 1 }])
    expect(parseSent({ ...entry, ...wrong })).toBeUndefined()
})
