/**
 * A strict JSON scanner that records the offsets of each value and key by JSON pointer. It does not recurse, so a
 * megabyte of brackets is an error instead of a crash. It also finds duplicate keys, which JSON.parse does not report.
 */
export type Place = { key: number | undefined; start: number; end: number }
export type Scan =
  | { ok: true; places: Map<string, Place>; duplicates: { pointer: string; offset: number }[] }
  | { ok: false; offset: number; message: string; fix: string }

export const MAX_DEPTH = 64

type Frame = {
  kind: 'object' | 'array'
  pointer: string
  start: number
  key: number | undefined
  index: number
  keys: Set<string>
}

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

export const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Where a scan is. `pointer` and `key` are those of the next value; `key` is the offset of its key in an object. */
type Scanner = {
  text: string
  at: number
  pointer: string
  key: number | undefined
  stack: Frame[]
  places: Map<string, Place>
  duplicates: { pointer: string; offset: number }[]
}

export function scan(text: string): Scan {
  const at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const scanner: Scanner = { text, at, pointer: '', key: undefined, stack: [], places: new Map(), duplicates: [] }
  for (;;) {
    const end = value(scanner) ?? after(scanner)
    if (end !== 'next') return end
  }
}

function match(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at
  const found = pattern.exec(scanner.text)?.[0]
  if (found !== undefined) scanner.at += found.length
  return found
}

/**
 * Reads a text, number or word, or only the opening bracket of an object or list. Returns 'next' if that object or list
 * is not empty, so that a value follows; otherwise `undefined`.
 */
function value(scanner: Scanner): Scan | 'next' | undefined {
  match(scanner, SPACE)
  const { text, at: start, pointer, key, stack } = scanner
  const open = text[start]
  if (open !== '{' && open !== '[') {
    if (match(scanner, STRING) === undefined && match(scanner, SCALAR) === undefined) return unexpected(scanner)
    scanner.places.set(pointer, { key, start, end: scanner.at })
    return undefined
  }
  if (stack.length >= MAX_DEPTH)
    return fail(scanner, `Nested deeper than ${MAX_DEPTH} levels`, 'Flatten it; no option needs that many levels.')
  scanner.at += 1
  match(scanner, SPACE)
  stack.push({ kind: open === '{' ? 'object' : 'array', pointer, start, key, index: 0, keys: new Set() })
  return text[scanner.at] === (open === '{' ? '}' : ']') ? undefined : (enter(scanner) ?? 'next')
}

/** Reads what follows a value: closing brackets and a comma up to the next value, or the end of the text. */
function after(scanner: Scanner): Scan | 'next' {
  const { text, stack, places, duplicates } = scanner
  for (;;) {
    const frame = stack.at(-1)
    match(scanner, SPACE)
    if (!frame) {
      if (scanner.at < text.length)
        return fail(scanner, 'Something follows the end of the JSON', 'Remove what stands after the last bracket.')
      return { ok: true, places, duplicates }
    }
    const close = frame.kind === 'object' ? '}' : ']'
    if (text[scanner.at] === close) {
      scanner.at += 1
      places.set(frame.pointer, { key: frame.key, start: frame.start, end: scanner.at })
      stack.pop()
      continue
    }
    if (text[scanner.at] !== ',') return unexpected(scanner, `a comma or ${close}`)
    scanner.at += 1
    match(scanner, SPACE)
    if (text[scanner.at] === close)
      return fail(scanner, 'A comma stands before the closing bracket', 'Remove the last comma.')
    frame.index += 1
    return enter(scanner) ?? 'next'
  }
}

/**
 * Moves to the next member; in an object, reads its key and the colon. Returns the error if they are malformed, else
 * `undefined`.
 */
function enter(scanner: Scanner): Scan | undefined {
  const frame = scanner.stack.at(-1)
  if (!frame) return undefined
  if (frame.kind === 'array') {
    scanner.pointer = `${frame.pointer}/${frame.index}`
    scanner.key = undefined
    return undefined
  }
  const start = scanner.at
  const raw = match(scanner, STRING)
  if (raw === undefined) return unexpected(scanner, 'a key in double quotes')
  const name = JSON.parse(raw) as string
  scanner.pointer = `${frame.pointer}/${escapePointer(name)}`
  scanner.key = start
  if (frame.keys.has(name)) scanner.duplicates.push({ pointer: scanner.pointer, offset: start })
  frame.keys.add(name)
  match(scanner, SPACE)
  if (scanner.text[scanner.at] !== ':') return unexpected(scanner, 'a colon')
  scanner.at += 1
  return undefined
}

function fail({ at, text }: Scanner, message: string, fix: string): Scan {
  return { ok: false, offset: Math.min(at, text.length), message, fix }
}

function unexpected(scanner: Scanner, wanted = 'a value'): Scan {
  const { text, at } = scanner
  const found = text[at]
  if (found === undefined) return fail(scanner, 'The file ends too early', `Add ${wanted}, and close every bracket.`)
  if (text.startsWith('//', at) || text.startsWith('/*', at))
    return fail(scanner, 'JSON has no comments', 'Remove the comment.')
  if (found === "'") return fail(scanner, 'JSON has no single quotes', 'Use double quotes.')
  return fail(scanner, `Unexpected ${JSON.stringify(found)}`, `Put ${wanted} here.`)
}

/** 1-based line and column of an offset. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
