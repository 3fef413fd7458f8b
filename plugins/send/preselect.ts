/** The initial values that a page may pass: `kit.open({ view: 'WalletSend', params: { token, amount, to } })`. */
import { MAX_DECIMALS, parseUnits, type TokenBalance } from 'walletkit/plugin'
import { sendError, type SendErrorCode } from './errors.ts'
import { contractOf } from './tokens.ts'

/** Well-formed texts. Whether the account has such a token, amount or receiver is checked once it is connected. */
export type Preselected = { token?: string; amount?: string; to?: string }

const FIELDS = ['token', 'amount', 'to'] as const
const CODES = {
  token: 'SEND_ARGUMENT_TOKEN',
  amount: 'SEND_ARGUMENT_AMOUNT',
  to: 'SEND_ARGUMENT_TO',
} as const satisfies Record<string, SendErrorCode>

/** The error for one field. Its cause shows the site's developer the given value. */
export const argumentError = (field: keyof Preselected, given: unknown, why: string) =>
  sendError(CODES[field], new Error(`WalletSend: params.${field} (${show(given)}) ${why}`))

/** Parses the view's parameters. Leaves out an invalid field and returns an error that names it. Never throws. */
export function parsePreselected(params: unknown): { wanted: Preselected; errors: Error[] } {
  if (params === undefined || params === null) return { wanted: {}, errors: [] }
  if (typeof params !== 'object' || Array.isArray(params))
    return { wanted: {}, errors: [sendError('SEND_ARGUMENTS', new Error('WalletSend: params is not an object'))] }
  const wanted: Preselected = {}
  const errors: Error[] = []
  for (const field of FIELDS) {
    const given = (params as Record<string, unknown>)[field]
    if (given === undefined) continue
    const text = typeof given === 'string' && given !== '' && given.length <= 255 ? given : undefined
    const value = field === 'amount' && text !== undefined ? parseUnits(text, MAX_DECIMALS) : 1n
    if (text === undefined) errors.push(argumentError(field, given, 'is not text of 1 to 255 characters'))
    else if (value === undefined || value === 0n)
      errors.push(argumentError(field, given, 'is not a decimal number above zero'))
    else wanted[field] = text
  }
  return { wanted, errors }
}

const CAIP = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})(?::(.+))?$/

/** The CAIP-2 network id with which a token's text begins; `undefined` if it begins with none. */
export const networkOf = (token: string): string | undefined => CAIP.exec(token)?.[1]

/**
 * Finds a token by CAIP-10 id, by CAIP-2 id (a network's native currency), by address, or by a symbol that only one
 * token of the list has; else `undefined`.
 */
export function findToken(tokens: readonly TokenBalance[], text: string): TokenBalance | undefined {
  const [, network, named] = CAIP.exec(text) ?? []
  const own = network === undefined ? tokens : tokens.filter(({ chainId }) => chainId === network)
  if (network !== undefined && named === undefined) return own.find((each) => contractOf(each) === undefined)
  const address = named ?? text
  const found = own.find((each) => isSame(contractOf(each), address))
  if (found || network !== undefined) return found
  // Anyone can create a token with any symbol: if two share one, only the address identifies a token.
  const symbols = own.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  return symbols.length === 1 ? symbols[0] : undefined
}

const isSame = (contract: string | undefined, address: string) =>
  contract !== undefined &&
  (contract === address || (/^0x/i.test(contract) && contract.toLowerCase() === address.toLowerCase()))

function show(given: unknown): string {
  const text = typeof given === 'string' ? JSON.stringify(given) : typeof given
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
