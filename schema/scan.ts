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

export function scan(text: string): Scan {
  const places = new Map<string, Place>()
  const duplicates: { pointer: string; offset: number }[] = []
  const stack: Frame[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let pointer = ''
  let key: number | undefined

  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const fail = (message: string, fix: string): Scan => ({ ok: false, offset: Math.min(at, text.length), message, fix })

  for (;;) {
    match(SPACE)
    // A value.
    const start = at
    const open = text[at]
    if (open === '{' || open === '[') {
      if (stack.length >= MAX_DEPTH)
        return fail(`Nested deeper than ${MAX_DEPTH} levels`, 'Flatten it; no option needs that many levels.')
      at += 1
      match(SPACE)
      stack.push({ kind: open === '{' ? 'object' : 'array', pointer, start, key, index: 0, keys: new Set() })
      if (text[at] !== (open === '{' ? '}' : ']')) {
        const next = enter()
        if (next) return next
        continue
      }
    } else {
      if (match(STRING) === undefined && match(SCALAR) === undefined) return unexpected()
      places.set(pointer, { key, start, end: at })
    }
    // Skip what follows the value, up to the next value or the end.
    for (;;) {
      const frame = stack.at(-1)
      match(SPACE)
      if (!frame) {
        if (at < text.length)
          return fail('Something follows the end of the JSON', 'Remove what stands after the last bracket.')
        return { ok: true, places, duplicates }
      }
      const close = frame.kind === 'object' ? '}' : ']'
      if (text[at] === close) {
        at += 1
        places.set(frame.pointer, { key: frame.key, start: frame.start, end: at })
        stack.pop()
        continue
      }
      if (text[at] !== ',') return unexpected(`a comma or ${close}`)
      at += 1
      match(SPACE)
      if (text[at] === close) return fail('A comma stands before the closing bracket', 'Remove the last comma.')
      frame.index += 1
      const next = enter()
      if (next) return next
      break
    }
  }

  /** Moves to the next member; in an object, reads its key. */
  function enter(): Scan | undefined {
    const frame = stack.at(-1)
    if (!frame) return undefined
    if (frame.kind === 'array') {
      pointer = `${frame.pointer}/${frame.index}`
      key = undefined
      return undefined
    }
    const start = at
    const raw = match(STRING)
    if (raw === undefined) return unexpected('a key in double quotes')
    const name = JSON.parse(raw) as string
    pointer = `${frame.pointer}/${escapePointer(name)}`
    key = start
    if (frame.keys.has(name)) duplicates.push({ pointer, offset: start })
    frame.keys.add(name)
    match(SPACE)
    if (text[at] !== ':') return unexpected('a colon')
    at += 1
    return undefined
  }

  function unexpected(wanted = 'a value'): Scan {
    const found = text[at]
    if (found === undefined) return fail('The file ends too early', `Add ${wanted}, and close every bracket.`)
    if (text.startsWith('//', at) || text.startsWith('/*', at))
      return fail('JSON has no comments', 'Remove the comment.')
    if (found === "'") return fail('JSON has no single quotes', 'Use double quotes.')
    return fail(`Unexpected ${JSON.stringify(found)}`, `Put ${wanted} here.`)
  }
}

/** 1-based line and column of an offset. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
