import type { Part, Warning, Where } from './described.ts'
import { bytesOf, decodeText, isBytes, readAddress } from './read.ts'
import { address } from './described.ts'

/** `personal_sign`: `[message, address]`, the message in hex or as plain text. */
export function describeMessage(params: unknown, where: Where): Part | undefined {
  const [message, account] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof message !== 'string') return undefined
  const own = readAddress(account)
  const decoded = isBytes(message) ? decodeText(bytesOf(message)) : message
  return {
    ...messagePart(decoded, message, where),
    facts: [],
    details: own === undefined ? [] : [address('approve.account', own)],
  }
}

/** Describes a message to sign. If it is not valid text, shows `raw`, the message as the app sent it. */
export function messagePart(text: string | undefined, raw: string, { host }: Where): Part {
  const warnings: Warning[] = text === undefined ? [{ key: 'approve.notText', isBad: true }] : siteWarning(text, host)
  return { title: 'approve.message', message: text ?? raw, facts: [], details: [], warnings }
}

/** A sign-in message names its site in the first line (EIP-4361). Warns if that is not this page's host. */
function siteWarning(text: string, host: string): Warning[] {
  const named = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /i.exec(text)?.[1]
  if (named === undefined || named.toLowerCase() === host.toLowerCase()) return []
  return [{ key: 'approve.otherSite', isBad: true, values: { site: named.slice(0, 80), host } }]
}
