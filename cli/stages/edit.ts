/** Edits a config's text and leaves every other character unchanged: order, indentation, line ends. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { escapePointer, type Place, scan } from '../../schema/scan.ts'

type Places = ReadonlyMap<string, Place>

/** The longest list, in characters, that is written on one line. */
const WIDTH = 80

/**
 * Sets `features.<key>`, and adds `features` if it is missing. `text` must be JSON that `scan` (schema/scan.ts)
 * accepts.
 */
export function setFeature(text: string, key: string, value: boolean): string {
  const places = placesOf(text)
  const at = places.get(`/features/${escapePointer(key)}`)
  if (at) return text.slice(0, at.start) + String(value) + text.slice(at.end)
  if (places.has('/features')) return addMember(text, places, '/features', key, value)
  return addMember(text, places, '', 'features', { [key]: value })
}

/**
 * Changes the text so that it contains `after`. An equal member keeps its text, a removed member loses its line, and a
 * renamed member keeps its place. `text` must be an object in JSON that `scan` (schema/scan.ts) accepts.
 */
export function rewrite(text: string, after: JsonObject): string {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  if (!isObject(value)) throw new Error('The text holds no object')
  return rewriteObject(text, '', value, after)
}

function rewriteObject(text: string, pointer: string, before: JsonObject, after: JsonObject): string {
  let out = text
  const wanted = new Map(Object.entries(after))
  const written = new Map(Object.entries(before))
  for (const [index, [key, value]] of [...written].entries()) {
    const at = `${pointer}/${escapePointer(key)}`
    const next = wanted.get(key)
    if (next !== undefined) {
      out = replaceValue(out, at, value, next)
      continue
    }
    const [renamed, same] = [...wanted][index] ?? []
    if (renamed !== undefined && !written.has(renamed) && isDeepStrictEqual(value, same)) {
      out = renameMember(out, at, renamed)
      written.set(renamed, value)
    } else out = removeMember(out, pointer, at)
  }
  for (const [index, [key, value]] of [...wanted].entries()) {
    if (!written.has(key)) out = addMember(out, placesOf(out), pointer, key, value, index === 0)
  }
  return out
}

function replaceValue(text: string, at: string, before: Json, after: Json): string {
  if (isDeepStrictEqual(before, after)) return text
  if (isObject(before) && isObject(after)) return rewriteObject(text, at, before, after)
  if (Array.isArray(before) && Array.isArray(after)) {
    const out = rewriteArray(text, at, before, after)
    if (out !== undefined) return out
  }
  const { start, end } = placeOf(placesOf(text), at)
  return text.slice(0, start) + print(text, after, depthOf(at)) + text.slice(end)
}

/**
 * Handles items that are removed, items that are appended, and items that change in their places. Returns undefined for
 * any other change of a list.
 */
function rewriteArray(text: string, at: string, before: readonly Json[], after: readonly Json[]): string | undefined {
  const gone = before.flatMap((item, index) => (after.some((each) => isDeepStrictEqual(each, item)) ? [] : [index]))
  const kept = before.length - gone.length
  const fresh = after.slice(kept)
  const stay = before.filter((_, index) => !gone.includes(index))
  if (!isDeepStrictEqual(stay, after.slice(0, kept))) {
    const isSameOrder = before.length === after.length && gone.length > 0
    return isSameOrder ? rewriteItems(text, at, before, after) : undefined
  }
  let out = text
  for (const index of gone.reverse()) out = removeMember(out, at, `${at}/${index}`, '[]')
  for (const item of fresh) out = addItem(out, at, item)
  return out
}

const rewriteItems = (text: string, at: string, before: readonly Json[], after: readonly Json[]) =>
  before.reduce<string>((out, item, index) => replaceValue(out, `${at}/${index}`, item, after[index] ?? null), text)

/**
 * Appends an item to a list, formatted like the last item: on its own line or on the same one. In an empty list the new
 * item follows the text's style.
 */
function addItem(text: string, parent: string, item: Json): string {
  const places = placesOf(text)
  const depth = depthOf(parent) + 1
  const value = print(text, item, depth)
  const last = membersOf(places, parent).at(-1)?.[1]
  if (last) {
    const own = /(\r?\n[ \t]*)$/.exec(text.slice(0, last.start))?.[1]
    return `${text.slice(0, last.end)},${own ?? ' '}${value}${text.slice(last.end)}`
  }
  const place = placeOf(places, parent)
  const { indent, end } = styleOf(text)
  const inner =
    indent && isObject(item) ? `${end}${indent.repeat(depth)}${value}${end}${indent.repeat(depth - 1)}` : value
  return `${text.slice(0, place.start)}[${inner}]${text.slice(place.end)}`
}

function renameMember(text: string, at: string, name: string): string {
  const { key } = placeOf(placesOf(text), at)
  const start = key ?? 0
  const [old = ''] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(start)) ?? []
  return text.slice(0, start) + JSON.stringify(name) + text.slice(start + old.length)
}

/** Removes a member or an item with its comma and the space beside it. An emptied object or list becomes `empty`. */
function removeMember(text: string, parent: string, at: string, empty: '{}' | '[]' = '{}'): string {
  const places = placesOf(text)
  const siblings = membersOf(places, parent)
  const index = siblings.findIndex(([pointer]) => pointer === at)
  const place = placeOf(places, at)
  const [previous, next] = [siblings[index - 1]?.[1], siblings[index + 1]?.[1]]
  if (previous) return text.slice(0, previous.end) + text.slice(place.end)
  if (next) return text.slice(0, place.key ?? place.start) + text.slice(next.key ?? next.start)
  const { start, end } = placeOf(places, parent)
  return `${text.slice(0, start)}${empty}${text.slice(end)}`
}

function addMember(text: string, places: Places, parent: string, key: string, value: Json, first = false): string {
  const place = placeOf(places, parent)
  const depth = depthOf(parent) + 1
  const member = `${JSON.stringify(key)}: ${print(text, value, depth)}`
  const members = membersOf(places, parent)
  const [head, last] = [members[0]?.[1], members.at(-1)?.[1]]
  if (head && last) {
    // Format the new member like its neighbour: on its own line or on the same one.
    const neighbour = first ? head : last
    const own = /(\r?\n[ \t]*)$/.exec(text.slice(0, neighbour.key ?? neighbour.start))?.[1]
    if (!first) return `${text.slice(0, last.end)},${own ?? ' '}${member}${text.slice(last.end)}`
    const start = head.key ?? head.start
    return `${text.slice(0, start)}${member},${own ?? ' '}${text.slice(start)}`
  }
  const { indent, end } = styleOf(text)
  const body = indent ? `${end}${indent.repeat(depth)}${member}${end}${indent.repeat(depth - 1)}` : ` ${member} `
  return `${text.slice(0, place.start)}{${body}}${text.slice(place.end)}`
}

/** Prints a value as a person would write it in this text: short lists on one line, objects on several. */
function print(text: string, value: Json, depth: number): string {
  const { indent, end } = styleOf(text)
  if (!isObject(value) && !Array.isArray(value)) return JSON.stringify(value)
  const flat = oneLine(value)
  const plain = Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null)
  if (!indent || flat.length <= 2 || (plain && flat.length <= WIDTH)) return flat
  const items = Array.isArray(value)
    ? value.map((item) => print(text, item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(text, item, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const inner = `${end}${indent.repeat(depth + 1)}`
  return `${open}${inner}${items.join(`,${inner}`)}${end}${indent.repeat(depth)}${close}`
}

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`)
  return members.length ? `{ ${members.join(', ')} }` : '{}'
}

function placesOf(text: string): Places {
  const scanned = scan(text)
  if (!scanned.ok) throw new Error(scanned.message)
  return scanned.places
}

function placeOf(places: Places, pointer: string): Place {
  const place = places.get(pointer)
  if (!place) throw new Error(`Nothing stands at ${pointer}`)
  return place
}

/** The members of an object or the items of a list, with their places, in the order of the text. */
const membersOf = (places: Places, parent: string) =>
  [...places]
    .filter(([pointer]) => pointer.startsWith(`${parent}/`) && !pointer.slice(parent.length + 1).includes('/'))
    .sort(([, a], [, b]) => a.start - b.start)

const depthOf = (pointer: string) => pointer.split('/').length - 1

const styleOf = (text: string) => ({
  indent: /^\{\r?\n([ \t]+)"/.exec(text.replace(/^\ufeff/, '').trimStart())?.[1] ?? '',
  end: text.includes('\r\n') ? '\r\n' : '\n',
})
