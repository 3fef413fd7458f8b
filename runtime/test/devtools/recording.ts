/** A recorded session as text: without secrets and addresses, so that it can be attached to a report and replayed. */
import type { Plain, PlainRecord } from './plain.ts'
import type { Redactor } from './redact.ts'
import { type Entry, KINDS, type Kind, type Records, type Timeline } from './timeline.ts'

const FORMAT = 'walletkit-devtools'
const VERSION = 1
/** The most characters of a file that is read. */
const FILE_LIMIT = 20_000_000
const ENTRY_LIMIT = 10_000

export type Recording = { readonly start: Records; readonly entries: readonly Entry[] }

export function exportRecording({ start, entries }: Timeline, { record, text, value }: Redactor): string {
  const records = Object.entries(start()).map(([name, fields]) => [name, record(fields)] as const)
  return JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      start: Object.fromEntries(records),
      entries: entries().map((entry) => ({ ...entry, title: text(entry.title), detail: value(entry.detail) })),
    },
    null,
    1,
  )
}

/** Reads a file that a person chose. `undefined` for anything but a recording of this version. */
export function parseRecording(text: string): Recording | undefined {
  if (text.length > FILE_LIMIT) return undefined
  const parsed = parseJson(text)
  if (!isObject(parsed) || parsed['format'] !== FORMAT || parsed['version'] !== VERSION) return undefined
  const { start, entries } = parsed
  if (!isObject(start) || !Array.isArray(entries) || entries.length > ENTRY_LIMIT) return undefined
  const records = Object.entries(start)
  if (!records.every((pair): pair is [string, PlainRecord] => isObject(pair[1]))) return undefined
  const read = entries.map(parseEntry)
  if (!read.every((entry) => entry !== undefined)) return undefined
  return { start: Object.fromEntries(records), entries: read }
}

function parseEntry(value: unknown): Entry | undefined {
  if (!isObject(value)) return undefined
  const { id, at, kind, title, detail = null, outcome, took } = value
  if (typeof id !== 'number' || typeof at !== 'number' || typeof title !== 'string' || !isKind(kind)) return undefined
  if (kind === 'state' && !isObject(detail)) return undefined
  if (outcome !== undefined && outcome !== 'pending' && outcome !== 'done' && outcome !== 'failed') return undefined
  return {
    ...{ id, at, kind, title, detail },
    ...(outcome !== undefined && { outcome }),
    ...(typeof took === 'number' && { took }),
  }
}

/** `undefined` for invalid JSON. `JSON.parse` returns only plain values, so no value needs a check. */
function parseJson(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is PlainRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isKind = (value: unknown): value is Kind => KINDS.some((kind) => kind === value)
