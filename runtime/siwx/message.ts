/**
 * Formats and parses the text that a visitor signs.
 *
 * eip155: exactly EIP-4361's ABNF, with a decimal Chain ID, "Ethereum account", an EIP-55 address, and two empty lines
 * if there is no statement. Other namespaces: CAIP-122 in the form of its Solana profile
 * (namespaces.chainagnostic.org/solana/caip122): EIP-4361's lines with "Solana account" and the plain address.
 *
 * The standards leave some points open. Here `Chain ID` is CAIP-2's reference, as in CAIP-122's example. All namespaces
 * but eip155 use Solana's form, with the namespace's name in place of "Solana": the namespace with a capital letter, or
 * "Bitcoin" for bip122. In Solana's form a missing statement leaves one empty line, as in the Sign In With Solana
 * grammar that wallets implement. Nonce and issue time are always present, although CAIP-122 has them optional.
 *
 * The parser accepts exactly one form of each message: LF only, printable ASCII only, lines in order, no extra lines.
 * So the parsed fields contain everything that the text says.
 */
import { getAddress } from 'viem'
import { isNamespace, parseCaipAddress, parseCaipNetworkId } from '../lib/caip.ts'
import type { Namespace, OwnNamespace } from '../lib/namespace.ts'
import { isAuthority, isPchars, isScheme, isUri, parseTime } from './grammar.ts'
import type { SIWXMessageData } from './types.ts'

/**
 * Names of namespaces ("…with your Ethereum account") that are not just the namespace with a capital letter. They are
 * not read from `chains/families.ts`, because sign-in needs nothing else of it.
 */
const NAMES: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  bip122: 'Bitcoin',
} satisfies Partial<Record<OwnNamespace, string>>

/** The namespace's name in the first line of a message: with a capital letter, as Solana's profile has it. */
const nameOf = (namespace: string): string =>
  NAMES[namespace] ?? `${namespace.slice(0, 1).toUpperCase()}${namespace.slice(1)}`

/**
 * The namespace with this name; `undefined` if there is none. "Eip155" is refused: the only name of eip155 is
 * "Ethereum".
 */
function namespaceNamed(name: string): Namespace | undefined {
  const namespace = Object.keys(NAMES).find((each) => NAMES[each] === name) ?? name.toLowerCase()
  return isNamespace(namespace) && nameOf(namespace) === name ? namespace : undefined
}

/** EIP-4361's reserved and unreserved characters, and spaces. */
const STATEMENT = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]+$/

export const isStatement = (text: string): boolean => STATEMENT.test(text)

const FIRST_LINE = /^(?:([^:/ ]+):\/\/)?([^/ ]+) wants you to sign in with your ([A-Z][-a-z\d]+) account:$/
/** In characters; longer than any message that a person would read. */
const TEXT_LIMIT = 8_192

/** The fields that the parser returns: everything that the text says. */
export type SignedMessageData = SIWXMessageData & { issuedAt: string }

/**
 * Parses a message; `undefined` if the text does not have exactly the form of EIP-4361 (eip155) or CAIP-122.
 *
 * @example
 * ```ts
 * import { parseMessage } from 'walletkit/siwx'
 *
 * const isOurs = (text: string) => parseMessage(text)?.domain === 'app.example'
 * ```
 */
export function parseMessage(text: unknown): SignedMessageData | undefined {
  if (typeof text !== 'string' || text.length > TEXT_LIMIT || !/^[\x20-\x7e\n]+$/.test(text)) return undefined
  const lines = text.split('\n')
  const [, scheme, domain, name = ''] = FIRST_LINE.exec(lines[0] ?? '') ?? []
  const namespace = namespaceNamed(name)
  const address = lines[1] ?? ''
  if (!namespace || !domain || lines[2] !== '' || !isAuthority(domain)) return undefined
  if (scheme !== undefined && !isScheme(scheme)) return undefined

  // An empty line follows the statement. In a message without a statement, EIP-4361 has an empty line in its place.
  const statement = lines[4] === '' ? lines[3] : undefined
  if (statement !== undefined && !STATEMENT.test(statement)) return undefined
  let at = statement !== undefined ? 5 : namespace === 'eip155' ? 4 : 3
  if (at === 4 && lines[3] !== '') return undefined

  const field = (name: string): string | undefined => {
    const line = lines[at] ?? ''
    if (!line.startsWith(`${name}: `)) return undefined
    at += 1
    return line.slice(name.length + 2)
  }
  const uri = field('URI')
  const version = field('Version')
  const reference = field('Chain ID') ?? ''
  const nonce = field('Nonce')
  const issuedAt = field('Issued At')
  const expirationTime = field('Expiration Time')
  const notBefore = field('Not Before')
  const requestId = field('Request ID')
  const resources = lines[at] === 'Resources:' ? lines.slice(at + 1) : undefined
  if (at + (resources ? resources.length + 1 : 0) !== lines.length) return undefined

  const chain = parseCaipNetworkId(`${namespace}:${reference}`)
  if (uri === undefined || version !== '1' || !chain || nonce === undefined || issuedAt === undefined) return undefined
  if (!isUri(uri) || !/^[A-Za-z0-9]{8,}$/.test(nonce) || (requestId !== undefined && !isPchars(requestId)))
    return undefined
  if (![issuedAt, expirationTime, notBefore].every((time) => time === undefined || parseTime(time) !== undefined))
    return undefined
  if (resources && !resources.every((line) => line.startsWith('- ') && isUri(line.slice(2)))) return undefined
  const caipNetworkId = `${namespace}:${reference}` as const
  if (!isAddress(namespace, reference, address)) return undefined
  return {
    accountAddress: address,
    chainId: caipNetworkId,
    domain,
    ...(scheme !== undefined && { scheme }),
    uri,
    version,
    nonce,
    ...(statement !== undefined && { statement }),
    issuedAt,
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources: resources.map((line) => line.slice(2)) }),
  }
}

/**
 * On eip155, checks the EIP-55 address and the decimal chain id. On other namespaces, checks only the form of CAIP-10:
 * their verifiers check the address itself.
 */
function isAddress(namespace: Namespace, reference: string, address: string): boolean {
  if (namespace !== 'eip155') return parseCaipAddress(`${namespace}:${reference}:${address}`) !== undefined
  return /^[1-9]\d*$/.test(reference) && /^0x[0-9a-fA-F]{40}$/.test(address) && getAddress(address) === address
}

/**
 * Formats a message. Throws an Error that names the invalid fields, such as a statement with characters that EIP-4361
 * does not allow: a visitor should not sign a message that servers cannot parse.
 *
 * @example
 * ```ts
 * import { formatMessage, type SIWXMessageData } from 'walletkit/siwx'
 *
 * const text = (data: SIWXMessageData) => formatMessage({ ...data, statement: 'Sign in to Example.' })
 * ```
 */
export function formatMessage(data: SIWXMessageData): string {
  const text = toText(data)
  const read = parseMessage(text)
  if (!read || differences(data, read).length)
    throw new Error(`A sign-in message cannot say this: ${unspeakable(data)}`)
  return text
}

function toText(data: SIWXMessageData): string {
  const { scheme, domain, accountAddress, chainId, statement, resources = [] } = data
  const [namespace = '', reference = ''] = chainId.split(':')
  const line = (name: string, value: string | undefined) => (value === undefined ? [] : [`${name}: ${value}`])
  return [
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${nameOf(namespace)} account:`,
    accountAddress,
    '',
    ...(statement !== undefined ? [statement, ''] : namespace === 'eip155' ? [''] : []),
    ...line('URI', data.uri),
    ...line('Version', data.version),
    ...line('Chain ID', reference),
    ...line('Nonce', data.nonce),
    ...line('Issued At', data.issuedAt),
    ...line('Expiration Time', data.expirationTime),
    ...line('Not Before', data.notBefore),
    ...line('Request ID', data.requestId),
    ...(resources.length ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

const FIELDS = [
  'accountAddress',
  'chainId',
  'domain',
  'scheme',
  'uri',
  'version',
  'nonce',
  'statement',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
] as const satisfies readonly (keyof SIWXMessageData)[]
export type SIWXField = (typeof FIELDS)[number]

/** The fields in which the signed message differs from the requested one, by exact comparison. */
export function differences(asked: SIWXMessageData, signed: SIWXMessageData): SIWXField[] {
  return FIELDS.filter((field) => {
    const [one, other] = [asked[field], signed[field]].map((value) =>
      // As JSON, lists are equal only if all their items are. An empty list of resources equals an absent one.
      typeof value === 'object' ? (value.length ? JSON.stringify(value) : undefined) : value,
    )
    return one !== other
  })
}

const SAMPLE: SIWXMessageData = {
  accountAddress: '0x0000000000000000000000000000000000000000',
  chainId: 'eip155:1',
  domain: 'example.com',
  uri: 'https://example.com',
  version: '1',
  nonce: '00000000',
  issuedAt: '2000-01-01T00:00:00Z',
}

/** Finds the invalid fields by putting each field alone into a valid message. */
function unspeakable(data: SIWXMessageData): string {
  const isGood = (fields: SIWXMessageData) => {
    const read = parseMessage(toText(fields))
    return read !== undefined && differences(fields, read).length === 0
  }
  const base = { ...SAMPLE, chainId: data.chainId, accountAddress: data.accountAddress }
  if (!isGood(base)) return 'accountAddress, chainId'
  return FIELDS.filter((field) => !isGood({ ...base, [field]: data[field] })).join(', ') || 'all of it, by its length'
}
