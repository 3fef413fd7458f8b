import { decodeText } from '../../lib/visible.ts'
import { address, type Part, type Warning, type Where } from './described.ts'
import { bytesOf, isBytes, readAddress } from './read.ts'

/** Describes `personal_sign`: `[message, address]`, with the message in hex or as plain text. */
export function describeMessage(params: unknown, where: Where): Part | undefined {
  const [message, account] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof message !== 'string') return undefined
  const own = readAddress(account)
  // Wallets read hex with an odd number of digits as if a zero came first, so add that zero.
  const even = message.length % 2 ? message.replace(/^0x/, '0x0') : message
  return {
    ...messagePart(isBytes(even) ? bytesOf(even) : message, message, where),
    details: own === undefined ? [] : [address('approve.account', own)],
  }
}

/** Describes a message to sign. If it is not valid text, shows `raw`, the message as the app sent it. */
export function messagePart(message: string | Uint8Array | undefined, raw: string, { host }: Where): Part {
  const text = message instanceof Uint8Array ? decodeText(message) : message
  // Some verifiers accept invalid bytes and replace them, so look for another site's name in the text that they would
  // read.
  const read = text ?? (message instanceof Uint8Array ? new TextDecoder().decode(message) : raw)
  return {
    title: 'approve.message',
    message: text ?? raw,
    facts: [],
    details: [],
    warnings: [...siteWarning(read, host), ...(text === undefined ? [NOT_TEXT] : [])],
  }
}

const NOT_TEXT: Warning = { key: 'approve.notText', isBad: true }
/**
 * The line of a sign-in message (EIP-4361) that names its site. Blanks and invisible characters before it, with which a
 * fraudster could hide the line, do not matter.
 */
const SIGN_IN = /(?:^|\n)[\s\p{C}]*(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /iu

/** Warns about a sign-in message that names another site than this page's host. */
function siteWarning(text: string, host: string): Warning[] {
  const named = SIGN_IN.exec(text)?.[1]
  if (named === undefined || named.toLowerCase() === host.toLowerCase()) return []
  return [{ key: 'approve.otherSite', isBad: true, values: { site: named.slice(0, 80), host } }]
}
