/**
 * Compares what the code uses of its kit with what the manifest declares: hosts, storage keys, methods, events, texts
 * and other plugins. It finds names that the code writes as literals.
 */
import { show } from '../../../schema/issue.ts'
import { nearest } from '../../../schema/nearest.ts'
import { parseRequirement } from '../../../schema/requirement.ts'
import { permissionsOf } from '../../package.ts'
import { type Node, walk } from '../parse.ts'
import { type Finding, finding } from './finding.ts'
import { readCatalogue } from './catalogue.ts'
import { checkRequest } from './checkRequest.ts'
import { complaint } from './checkPermissions.ts'
import { CORE_EVENTS, ELSEWHERE, VERBS } from './known.ts'
import type { Manifest } from '../../record.ts'
import { at, type Call, memberCalls, type Source, textOf } from './sources.ts'

/** Reports uses of the kit that the manifest does not declare. `entry`: the manifest's file, relative to the folder. */
export function checkUses(sources: readonly Source[], manifest: Manifest, entry: string): Finding[] {
  const permissions = permissionsOf(manifest.permissions)
  const events = textsOf(manifest.events)
  const requires = textsOf(manifest.requires).map((each) => parseRequirement(each).id)
  const id = typeof manifest.id === 'string' ? manifest.id : undefined
  return [
    ...sources.flatMap((source) => {
      const missing = (node: Node, what: string, kind: string, list: readonly string[], key: string, value: string) => {
        if (list.includes(value)) return []
        return [
          at(
            source,
            node,
            what,
            `The manifest does not declare ${what}`,
            list.length ? `one of: ${list.join(', ')}` : `it in ${key}`,
            `Write ${key}: ${printed([...list.filter((each) => !isMisspelt(key, each, value)), value])} in the manifest${kind}.`,
          ),
        ]
      }
      return memberCalls(source).flatMap((call) => {
        const refused = checkRequest(source, call)
        if (refused) return [refused]
        const used = useOf(call)
        if (!used) return []
        const { node, kind, value } = used
        if (kind === 'event')
          return CORE_EVENTS.includes(value)
            ? [at(source, node, `the event ${value}`, ...OWN_EVENT(value))]
            : missing(node, `the event ${value}`, '', events, 'events', value)
        const ending = kind === 'methods' ? ELSEWHERE[value] : undefined
        if (ending !== undefined && permissions.methods.some((each) => each.endsWith(ending))) return []
        if (kind === 'requires') return missing(node, `the plugin ${value}`, '', requires, 'requires', value)
        const noun = { events: 'listening to', hosts: 'the host', storage: 'the storage key', methods: 'the method' }[
          kind
        ]
        // Do not suggest to declare a permission that no site can grant.
        const wrong = complaint(kind, value, id)
        if (wrong && wrong.level !== 'warning' && !permissions[kind].includes(value))
          return [at(source, node, `${noun} ${value}`, `${show(value)} ${wrong.message}`, wrong.expected, wrong.fix)]
        // For a misspelt name, the fix declares the right one.
        if (wrong?.near !== undefined && !permissions[kind].includes(value)) {
          const { near } = wrong
          const list = permissions[kind].includes(near) ? [] : [...permissions[kind], near]
          const declared = list.length ? `, and ${kind}: ${printed(list)} in the manifest's permissions` : ''
          const found = at(source, node, `${noun} ${value}`, `${show(value)} ${wrong.message}`, wrong.expected, '')
          return [{ ...found, nearest: near, fix: `Write "${near}"${declared}.` }]
        }
        return missing(node, `${noun} ${value}`, "'s permissions", permissions[kind], kind, value)
      })
    }),
    ...checkTexts(sources, manifest, entry),
  ]
}

/**
 * Whether `listed` in the manifest is a misspelt `value`: then the fix replaces it instead of adding `value` beside it.
 */
const isMisspelt = (key: string, listed: string, value: string) =>
  key === 'methods' && complaint('methods', listed, undefined)?.near === value

/** The texts of the finding for an event that walletkit itself tracks: what is wrong, what is expected, and the fix. */
const OWN_EVENT = (event: string) =>
  [`walletkit itself tracks ${event}`, 'an event of the plugin, as TIP_SENT', 'Track an event of your own.'] as const

const printed = (list: readonly string[]) => `[${list.map((each) => `'${each}'`).join(', ')}]`
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [])

type Use = { node: Node; kind: 'hosts' | 'storage' | 'methods' | 'events' | 'event' | 'requires'; value: string }

function useOf({ node, name, owner }: Call): Use | undefined {
  const verb = owner === 'chain' && Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (verb !== undefined) return { node, kind: 'methods', value: verb }
  if (owner === 'kit' && ['connect', 'offer', 'present'].includes(name))
    return { node, kind: 'methods', value: 'eth_requestAccounts' }
  const [argument] = node.arguments
  if (!argument) return undefined
  if (name === 'fetch') {
    const origin = originOf(argument)
    return origin === undefined ? undefined : { node: argument, kind: 'hosts', value: origin }
  }
  const value = textOf(argument)
  if (value === undefined) return undefined
  if (['request', 'askPaymaster'].includes(name) && owner === 'chain') return { node: argument, kind: 'methods', value }
  if (owner === 'storage' && ['get', 'set', 'remove'].includes(name)) return { node: argument, kind: 'storage', value }
  if (owner === 'kit' && name === 'on') return { node: argument, kind: 'events', value }
  if (owner === 'kit' && name === 'use') return { node: argument, kind: 'requires', value }
  return name === 'track' ? { node: argument, kind: 'event', value } : undefined
}

/** The origin of a URL literal, or of a template that begins with a complete origin. */
function originOf(node: Node): string | undefined {
  const head = node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '') : textOf(node)
  const whole = node.type !== 'TemplateLiteral' || node.quasis.length === 1
  if (head === undefined || !(whole ? URL.canParse(head) : /^https?:\/\/[^/]+\//.test(head))) return undefined
  return new URL(head).origin
}

/** Every message key that the code writes as a literal must be in the plugin's catalogue. */
function checkTexts(sources: readonly Source[], manifest: Manifest, entry: string): Finding[] {
  const uses = sources.flatMap((source) => textUses(source).map((use) => ({ source, ...use })))
  if (!uses.length) return []
  const catalogue = readCatalogue(sources, manifest, entry)
  if (!catalogue)
    return [
      finding(
        ['messages'],
        `The code asks for texts, as ${show(uses[0]?.key)}, and the manifest names no catalogue`,
        "messages: () => import('./messages.ts')",
        'Name the catalogue; it stays out of the page.',
      ),
    ]
  const { path, texts } = catalogue
  // A catalogue that code assembles at run time cannot be checked.
  if (!texts) return []
  const known = Object.keys(texts)
  return uses
    .filter(({ key }) => !known.includes(key))
    .map(({ source, node, key }) => {
      const near = nearest(key, known)
      const fix = near ? `Write "${near}".` : `Add '${key}': '…' to ${path}.`
      const found = at(source, node, key, `${path} has no text ${show(key)}`, 'a key of the catalogue', fix)
      return { ...found, ...(near !== undefined && { nearest: near }) }
    })
}

type TextUse = { node: Node; key: string }

/** Finds `t('a.b')` where `t` comes from `useText`, and `kit.text('a.b', …)`. */
function textUses(source: Source): TextUse[] {
  const readers = new Set<string>()
  const found: TextUse[] = []
  walk(source.program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init?.type === 'CallExpression') {
      const { callee } = node.init
      if (callee.type === 'Identifier' && callee.name === 'useText') readers.add(node.id.name)
    }
  })
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || !readers.has(node.callee.name)) return
    const [argument] = node.arguments
    const key = textOf(argument)
    if (argument && key !== undefined) found.push({ node: argument, key })
  })
  for (const { node, name, owner } of memberCalls(source)) {
    const [argument, english] = node.arguments
    const key = textOf(argument)
    if (name === 'text' && owner === 'kit' && argument && english && key !== undefined)
      found.push({ node: argument, key })
  }
  return found
}
