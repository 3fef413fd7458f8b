/** Checks that a plugin's permissions are known and well-formed. Pure functions. */
import { show } from '../../../schema/issue.ts'
import { nearest } from '../../../schema/nearest.ts'
import { type Finding, finding, warning } from './finding.ts'
import { EVENTS, IDENTITY, METHODS, PERMISSIONS, SERVICES } from './known.ts'
import { isRecord } from '../../record.ts'

type Complaint = { level?: 'warning'; message: string; expected: string; fix: string; near?: string | undefined }

/** Reports permissions that no site can grant, and likely mistakes. With `id`, also storage keys of other plugins. */
export function checkPermissions(value: unknown, id?: string): Finding[] {
  if (value === undefined) return []
  if (!isRecord(value))
    return [finding(['permissions'], 'permissions is not an object', 'lists by kind', 'Write { hosts: [], … }.')]
  return Object.entries(value).flatMap(([kind, list]) => {
    const at = ['permissions', kind]
    if (!isKind(kind)) {
      const near = nearest(kind, PERMISSIONS)
      const fix = near ? `Write ${near}.` : 'Remove the key.'
      return [finding(at, `There are no permissions of the kind ${show(kind)}`, PERMISSIONS.join(', '), fix, near)]
    }
    if (!Array.isArray(list)) return [finding(at, `${kind} is not a list`, 'a list of texts', 'Write a list.')]
    return list.flatMap((each: unknown, index) => {
      const wrong = list.indexOf(each) === index ? complaint(kind, each, id) : TWICE
      if (!wrong) return []
      const { level, message, expected, fix, near } = wrong
      return [(level ? warning : finding)([...at, index], `${show(each)} ${message}`, expected, fix, near)]
    })
  })
}

/** What is wrong with one permission of a kind, and how to correct it; undefined if nothing is. */
export const complaint = (kind: keyof typeof GRAMMAR, value: unknown, id: string | undefined) =>
  GRAMMAR[kind](value) ?? (kind === 'storage' ? foreign(value, id) : undefined)

const isKind = (kind: string): kind is keyof typeof GRAMMAR => Object.hasOwn(GRAMMAR, kind)

const TWICE: Complaint = { message: 'stands here twice', expected: 'each once', fix: 'Remove one of the two.' }

const GRAMMAR = { methods, hosts, storage, services, names, identity, events } satisfies Record<
  (typeof PERMISSIONS)[number],
  (value: unknown) => Complaint | undefined
>

/** Matches names of two parts, as `eth_call`, and Solana's reads, as `getTokenAccountsByOwner`. */
const METHOD = /^([a-z][A-Za-z0-9]*_[a-z][A-Za-z0-9_]*|(get|is)[A-Z][A-Za-z0-9]*)$/

function methods(value: unknown): Complaint | undefined {
  const expected = 'a JSON-RPC method, as eth_sendTransaction'
  if (typeof value !== 'string' || !METHOD.test(value))
    return { message: 'is not a method', expected, fix: 'Write the method as wallets know it.' }
  if (value === 'wallet_grantPermissions' || value === 'wallet_revokePermissions')
    return { message: 'is for plugins of walletkit only', expected, fix: 'Remove it: no site can grant it.' }
  const near = METHODS.includes(value) ? undefined : nearest(value, METHODS, 2)
  if (near === undefined) return undefined
  return { level: 'warning', message: 'is not a method that we know', expected, fix: `Write "${near}".`, near }
}

/** Origins must be https, or http on this computer: the runtime calls no others. */
function hosts(value: unknown): Complaint | undefined {
  const expected = 'an origin, as https://api.example.org'
  const wrong = (message: string, fix: string) => ({ message, expected, fix })
  if (isRecord(value))
    return typeof value.option === 'string' && Object.keys(value).length === 1
      ? undefined
      : wrong('names no option', "Write { option: 'url' }, with an option of config.schema.json.")
  if (typeof value !== 'string' || !URL.canParse(value))
    return wrong('is not an origin', 'Write it with its scheme, as https://api.example.org.')
  const { origin, protocol, hostname } = new URL(value)
  const local = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && local))
    return wrong('is not https', `Write "https://${hostname}", or an address of this computer.`)
  if (hostname.includes('*')) return wrong('names many hosts', 'Name each host.')
  return value === origin ? undefined : wrong('is more than an origin', `Write "${origin}".`)
}

function storage(value: unknown): Complaint | undefined {
  if (typeof value === 'string' && /^[a-z][a-z0-9]*([-_.][a-z0-9]+)*$/.test(value) && value.length <= 60)
    return undefined
  const prefix = typeof value === 'string' ? /^@appkit\/(plugin\.)?/.exec(value)?.[0] : undefined
  const fix = prefix === undefined ? 'Write a word.' : `Leave ${prefix} out.`
  return { message: 'is not a storage key', expected: 'a word, as tip-jar', fix }
}

/**
 * Reports a key that is not the plugin's own. With another plugin's key, it could read and change that plugin's data.
 */
function foreign(key: unknown, id: string | undefined): Complaint | undefined {
  if (id === undefined || key === id || String(key).startsWith(`${id}.`)) return undefined
  return { message: 'is not a key of its own', expected: `${id}, or ${id}.…`, fix: `Write "${id}.${String(key)}".` }
}

function services(value: unknown): Complaint | undefined {
  if (typeof value === 'string' && (SERVICES as string[]).includes(value)) return undefined
  const near = typeof value === 'string' ? nearest(value, SERVICES) : undefined
  const fix = near ? `Write "${near}".` : 'Remove it; a host of your own goes into hosts.'
  return { message: 'is not a service', expected: `one of: ${SERVICES.join(', ')}`, fix, near }
}

/** Checks an entry of `names`: the ending of names, without a leading dot. An empty one would mean all names. */
function names(value: unknown): Complaint | undefined {
  if (
    typeof value === 'string' &&
    /^[\p{Ll}\p{Lo}\p{N}-]+(\.[\p{Ll}\p{Lo}\p{N}-]+)*$/u.test(value) &&
    value.length <= 100
  )
    return undefined
  const fix = typeof value === 'string' && value.startsWith('.') ? `Write "${value.slice(1)}".` : 'Write the ending.'
  return { message: 'is not the ending of a name', expected: 'an ending in small letters, as tips.id', fix }
}

function events(value: unknown) {
  return oneOf(value, Object.keys(EVENTS), 'is no event that a plugin can listen to')
}

function identity(value: unknown) {
  return oneOf(value, Object.keys(IDENTITY), 'is nothing that a plugin can know')
}

export function oneOf(value: unknown, known: readonly string[], message: string): Complaint | undefined {
  if (typeof value === 'string' && known.includes(value)) return undefined
  const near = typeof value === 'string' ? nearest(value, known) : undefined
  const fix = near ? `Write "${near}".` : 'Name one of them.'
  return { message, expected: `one of: ${known.join(', ')}`, fix, near }
}
