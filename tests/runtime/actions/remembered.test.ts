import { describe, expect, it } from 'vitest'
import { parseRemembered } from '../../../runtime/actions/remembered.ts'
import { CONNECTION_LIMIT } from '../../../runtime/lib/keyTable.ts'

const read = (text?: string) => parseRemembered({ get: () => text })
const entry = { namespace: 'eip155', id: 'io.wallet', since: 1_795_000_000_000 }
const chosen = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', over: '0x0' }

describe('the stored connections', () => {
  it('are read as they were written', () => {
    const stored = [
      { ...entry, chosen },
      { ...entry, namespace: 'solana', id: 'Magic Eden' },
    ]
    expect(read(JSON.stringify(stored))).toEqual(stored)
  })

  it('are none without a value that is a list', () => {
    for (const text of [undefined, '', '{', '{}', 'null', '7', '"a"', '[', `[${' '.repeat(20_000)}]`])
      expect(read(text)).toEqual([])
  })

  it('leave out what is no connection, and count each once', () => {
    const bad = [
      null,
      7,
      'a',
      [],
      {},
      { ...entry, id: '' },
      { ...entry, id: 'a\u0000' },
      { ...entry, id: 'a'.repeat(129) },
    ]
    const alien = [
      { ...entry, namespace: '__proto__' },
      { ...entry, namespace: 7 },
    ]
    expect(read(JSON.stringify([...bad, entry, ...alien, entry]))).toEqual([entry])
  })

  it('drop a time and a choice that cannot be', () => {
    for (const since of [-1, '7', null, 1e300])
      expect(read(JSON.stringify([{ ...entry, since }]))).toEqual([{ namespace: 'eip155', id: 'io.wallet' }])
    for (const own of [7, {}, { address: '' }, { ...chosen, over: ' ' }, { ...chosen, address: '0x'.repeat(99) }])
      expect(read(JSON.stringify([{ ...entry, chosen: own }]))).toEqual([entry])
  })

  it(`are at most ${CONNECTION_LIMIT}`, () => {
    const many = Array.from({ length: 99 }, (_, at) => ({ ...entry, id: `wallet${at}` }))
    expect(read(JSON.stringify(many))).toEqual(many.slice(0, CONNECTION_LIMIT))
  })

  it('never throw, and have no other fields, whatever text is stored', () => {
    let seed = 11
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    const whole = JSON.stringify([{ ...entry, chosen }, entry])
    const parts = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      'null',
      '1e999',
      '\\u0000',
      '__proto__',
      'constructor',
      '😀',
      '\ud800',
    ]
    for (let turn = 0; turn < 100_000; turn++) {
      let text = whole
      for (let cut = 0; cut <= random(4); cut++) {
        const at = random(text.length + 1)
        text = text.slice(0, at) + (parts[random(parts.length)] ?? '') + text.slice(at + random(9))
      }
      for (const found of read(text)) {
        const { namespace, id, since = 0, chosen: own, ...rest } = found
        expect(rest).toEqual({})
        const isValid =
          /^[-a-z\d]{3,8}$/.test(namespace) && id.length > 0 && id.length <= 128 && Number.isFinite(since) && since >= 0
        const isChoice = !own || (/^[-.%\w]{1,128}$/.test(own.address) && /^[-.%\w]{1,128}$/.test(own.over))
        if (!isValid || !isChoice) throw new Error(`Read ${JSON.stringify(found)} from ${text}`)
      }
    }
  }, 60_000)
})
