/** Sets `features.<key>` in a config's text and leaves every other character where it is. */
import { escapePointer, scan } from '../../schema/scan.ts'

/** `text` has passed the scanner. Keeps key order, indentation and line ends; adds `features` when it is absent. */
export function setFeature(text: string, key: string, value: boolean): string {
  const scanned = scan(text)
  if (!scanned.ok) throw new Error(scanned.message)
  const { places } = scanned
  const at = places.get(`/features/${escapePointer(key)}`)
  if (at) return text.slice(0, at.start) + String(value) + text.slice(at.end)
  if (places.has('/features')) return addMember(text, places, '/features', `"${key}"`, String(value))
  const [indent, end] = [indentOf(text), lineEnd(text)]
  const inner = indent ? `{${end}${indent}${indent}"${key}": ${value}${end}${indent}}` : `{ "${key}": ${value} }`
  return addMember(text, places, '', '"features"', inner)
}

type Places = ReadonlyMap<string, { key: number | undefined; start: number; end: number }>

function addMember(text: string, places: Places, parent: string, key: string, value: string): string {
  const place = places.get(parent)
  if (!place) throw new Error(`No object at ${parent}`)
  const members = [...places].filter(
    ([pointer]) => pointer.startsWith(`${parent}/`) && !pointer.slice(parent.length + 1).includes('/'),
  )
  const last = members.reduce<number>((end, [, member]) => Math.max(end, member.end), -1)
  const member = `${key}: ${value}`
  if (last >= 0) {
    // The new member stands as the last one does: on a line of its own, or beside it.
    const [, previous] = members.reduce((a, b) => (a[1].end > b[1].end ? a : b))
    const before = text.slice(0, previous.key ?? previous.start)
    const own = /(\r?\n[ \t]*)$/.exec(before)?.[1]
    return `${text.slice(0, last)},${own ?? ' '}${member}${text.slice(last)}`
  }
  const [indent, end] = [indentOf(text), lineEnd(text)]
  const depth = parent.split('/').length - 1
  const body = indent ? `${end}${indent.repeat(depth + 1)}${member}${end}${indent.repeat(depth)}` : ` ${member} `
  return `${text.slice(0, place.start)}{${body}}${text.slice(place.end)}`
}

const indentOf = (text: string) => /^\{\r?\n([ \t]+)"/.exec(text.trimStart())?.[1] ?? ''
const lineEnd = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')
