/**
 * The text that a visitor signs, made and read.
 *
 * eip155: EIP-4361 to the letter (its ABNF): decimal Chain ID, "Ethereum account", an address with EIP-55's checksum, and
 * two empty lines where there is no statement. Other namespaces: CAIP-122 in the form of its Solana profile
 * (namespaces.chainagnostic.org/solana/caip122), which is EIP-4361's order of lines with "Solana account" and the bare
 * address. Our reading of what the documents leave open: `Chain ID` is CAIP-2's reference (CAIP-122: `chain_id(address)`,
 * in the example without the namespace); Polkadot and Bitcoin, which have no profile, are worded like Solana; a missing
 * statement leaves one empty line (reference 3, and the Sign In With Solana grammar that wallets know); nonce and issue
 * time, optional there, are always said.
 *
 * The parser takes one spelling of each message and nothing else: LF only, printable ASCII only, lines in order, no line
 * too many. So what it gives back says all that the text says.
 */
import { getAddress } from 'viem'
import { parseCaipAddress, parseCaipNetworkId } from '../lib/caip.ts'
import { isNamespace, NAMESPACES, type Namespace } from '../lib/namespace.ts'
import { parseTime } from './rfc3339.ts'
import { isAuthority, isPchars, isScheme, isUri } from './rfc3986.ts'
import type { SIWXMessageData } from './types.ts'

/** What the first line calls a namespace. */
const WORDS: Readonly<Record<Namespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}
/** EIP-4361's reserved and unreserved characters, and spaces. */
const STATEMENT = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]+$/
const FIRST_LINE = /^(?:([^:/ ]+):\/\/)?([^/ ]+) wants you to sign in with your ([A-Z][a-z]+) account:$/
/** Longer than any message that a person reads. */
const TEXT_LIMIT = 8_192

/** All that a text says: what the parser gives. */
export type SignedMessageData = SIWXMessageData & { issuedAt: string }

/** The fields of a message's text; `undefined` when it is not one, or not spelled in the one way (see above). */
export function parseMessage(text: unknown): SignedMessageData | undefined {
  if (typeof text !== 'string' || text.length > TEXT_LIMIT || !/^[\x20-\x7e\n]+$/.test(text)) return undefined
  const lines = text.split('\n')
  const [, scheme, domain, word] = FIRST_LINE.exec(lines[0] ?? '') ?? []
  const namespace = NAMESPACES.find((each) => WORDS[each] === word)
  const address = lines[1] ?? ''
  if (!namespace || !domain || lines[2] !== '' || !isAuthority(domain)) return undefined
  if (scheme !== undefined && !isScheme(scheme)) return undefined

  // Either an empty line after the statement, or (EIP-4361) an empty line in its place.
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

/** EIP-55 and a decimal chain; other namespaces' addresses are read where their signatures are. */
function isAddress(namespace: Namespace, reference: string, address: string): boolean {
  if (namespace !== 'eip155') return parseCaipAddress(`${namespace}:${reference}:${address}`) !== undefined
  return /^[1-9]\d*$/.test(reference) && /^0x[0-9a-fA-F]{40}$/.test(address) && getAddress(address) === address
}

/**
 * The text of a message's fields. Throws an Error naming the fields that cannot be said, such as a statement with
 * characters that EIP-4361 has not, or a domain that is none: nobody is asked to sign what no server would read.
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
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${wordOf(namespace)} account:`,
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

const wordOf = (namespace: string) => (isNamespace(namespace) ? WORDS[namespace] : '')

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

/** The fields in which a message that was signed is another than the one that was asked for. Compared to the letter. */
export function differences(asked: SIWXMessageData, signed: SIWXMessageData): SIWXField[] {
  return FIELDS.filter((field) => {
    const [one, other] = [asked[field], signed[field]].map((value) =>
      // JSON keeps the items apart; no resources is the same as none named.
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

/** The fields that spoil a message, found by setting each alone into one that is good. */
function unspeakable(data: SIWXMessageData): string {
  const isGood = (fields: SIWXMessageData) => {
    const read = parseMessage(toText(fields))
    return read !== undefined && differences(fields, read).length === 0
  }
  const base = { ...SAMPLE, chainId: data.chainId, accountAddress: data.accountAddress }
  if (!isGood(base)) return 'accountAddress, chainId'
  return FIELDS.filter((field) => !isGood({ ...base, [field]: data[field] })).join(', ') || 'all of it, by its length'
}
