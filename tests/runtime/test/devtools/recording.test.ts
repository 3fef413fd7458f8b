/** Exported recordings can be read; a fuzz test changes them at random. */
import { expect, it } from 'vitest'
import { exportRecording, parseRecording } from '../../../../runtime/test/devtools/recording.ts'
import { createRedactor } from '../../../../runtime/test/devtools/redact.ts'
import { createTimeline } from '../../../../runtime/test/devtools/timeline.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

function exported(): string {
  const timeline = createTimeline(10, () => 0)
  timeline.begin('accounts.eip155', { address: ADDRESS, status: 'connected' })
  timeline.add({ kind: 'state', title: 'accounts.eip155', detail: { status: 'disconnected' } })
  timeline.ask('wallet', 'eth_accounts', { parameters: [] })('done', [ADDRESS])
  timeline.add({ kind: 'error', title: 'CONNECT_FAILED', detail: { message: `No ${ADDRESS}` } })
  return exportRecording(timeline, createRedactor())
}

it('reads what it exported, without the address', () => {
  expect(exported()).not.toContain(ADDRESS)
  expect(parseRecording(exported())).toEqual({
    start: { 'accounts.eip155': { address: '<address 1>', status: 'connected' } },
    entries: [
      { id: 1, at: 0, kind: 'state', title: 'accounts.eip155', detail: { status: 'disconnected' } },
      {
        id: 2,
        at: 0,
        kind: 'wallet',
        title: 'eth_accounts',
        outcome: 'done',
        took: 0,
        detail: { parameters: [], answer: ['<address 1>'] },
      },
      { id: 3, at: 0, kind: 'error', title: 'CONNECT_FAILED', detail: { message: 'No <address 1>' } },
    ],
  })
})

const WRONG: readonly unknown[] = [undefined, null, 1, '', 'state', [], {}, [null], { length: 1 }, true]
type Fields = Record<string, unknown>

it.each([
  ['another format', (file: Fields) => ({ ...file, format: 'har' })],
  ['a newer version', (file: Fields) => ({ ...file, version: 2 })],
  ['a record that is a list', (file: Fields) => ({ ...file, start: { modal: [] } })],
  [
    'a state that is a text',
    (file: Fields) => ({ ...file, entries: [{ id: 1, at: 0, kind: 'state', title: 'modal', detail: 'x' }] }),
  ],
  ['an unknown kind', (file: Fields) => ({ ...file, entries: [{ id: 1, at: 0, kind: 'frame', title: 'x' }] })],
  [
    'too many entries',
    (file: Fields) => ({ ...file, entries: Array(10_001).fill({ id: 1, at: 0, kind: 'event', title: 'x' }) }),
  ],
])('refuses %s', (_name, change) => {
  expect(parseRecording(JSON.stringify(change(JSON.parse(exported()) as Fields)))).toBeUndefined()
})

it('never throws, and returns only whole recordings, whatever the file holds', () => {
  const text = exported()
  const files = [
    ...Array.from({ length: text.length }, (_, at) => text.slice(0, at)),
    ...Array.from({ length: text.length }, (_, at) => `${text.slice(0, at)}7${text.slice(at + 1)}`),
    ...WRONG.map((value) => JSON.stringify(value) ?? 'undefined'),
  ]
  for (const [name] of Object.entries(JSON.parse(text) as Fields))
    for (const value of WRONG) files.push(JSON.stringify({ ...(JSON.parse(text) as Fields), [name]: value }))
  for (const name of ['id', 'at', 'kind', 'title', 'detail', 'outcome', 'took'])
    for (const value of WRONG) {
      const file = JSON.parse(text) as { entries: Fields[] }
      files.push(JSON.stringify({ ...file, entries: file.entries.map((entry) => ({ ...entry, [name]: value })) }))
    }
  for (const file of files) {
    const recording = parseRecording(file)
    if (!recording) continue
    for (const { id, at, title, kind, detail } of recording.entries) {
      expect([typeof id, typeof at, typeof title]).toEqual(['number', 'number', 'string'])
      if (kind === 'state') expect(detail).toBeTypeOf('object')
    }
    for (const fields of Object.values(recording.start)) expect(Array.isArray(fields)).toBe(false)
  }
})
