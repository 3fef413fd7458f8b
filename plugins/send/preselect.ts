/** What a page may ask the form to start with: `kit.open({ view: 'WalletSend', params: { token, amount, to } })`. */
import { parseUnits, type TokenBalance } from 'walletkit/plugin'
import { contractOf, MAX_DECIMALS } from './amount.ts'
import { sendError, type SendErrorCode } from './errors.ts'

/** Each a text that may be meant; whether it is a token, an amount of it or an account shows only with the account. */
export type Preselected = { token?: string; amount?: string; to?: string }

const FIELDS = ['token', 'amount', 'to'] as const
const CODES = {
  token: 'SEND_ARGUMENT_TOKEN',
  amount: 'SEND_ARGUMENT_AMOUNT',
  to: 'SEND_ARGUMENT_TO',
} as const satisfies Record<string, SendErrorCode>

/** The error of one field; its cause says for the site's developer what was given. */
export const argumentError = (field: keyof Preselected, given: unknown, why: string) =>
  sendError(CODES[field], new Error(`WalletSend: params.${field} (${show(given)}) ${why}`))

/** Reads what came with the view. A field that cannot be used is left out, with an error that names it. Throws never. */
export function parsePreselected(params: unknown): { wanted: Preselected; errors: Error[] } {
  if (params === undefined || params === null) return { wanted: {}, errors: [] }
  if (typeof params !== 'object' || Array.isArray(params))
    return { wanted: {}, errors: [sendError('SEND_ARGUMENTS', new Error('WalletSend: params is no object'))] }
  const wanted: Preselected = {}
  const errors: Error[] = []
  for (const field of FIELDS) {
    const given = (params as Record<string, unknown>)[field]
    if (given === undefined) continue
    const text = typeof given === 'string' && given !== '' && given.length <= 255 ? given : undefined
    const value = field === 'amount' && text !== undefined ? parseUnits(text, MAX_DECIMALS) : 1n
    if (text === undefined) errors.push(argumentError(field, given, 'is no text of 1 to 255 characters'))
    else if (value === undefined || value === 0n)
      errors.push(argumentError(field, given, 'is no decimal number above zero'))
    else wanted[field] = text
  }
  return { wanted, errors }
}

/** The same text for the same arguments: whether somebody asks for something else. Throws never. */
export const signOf = (params: unknown): string =>
  FIELDS.map((field) => show((Object(params) as Record<string, unknown>)[field])).join()

const CAIP = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})(?::(.+))?$/

/** The CAIP-2 network that a token names, if it names one. */
export const networkOf = (token: string): string | undefined => CAIP.exec(token)?.[1]

/** The token of a network's list that a text means: by CAIP-10 or CAIP-2, by address, or by a symbol that only one has. */
export function findToken(tokens: readonly TokenBalance[], text: string): TokenBalance | undefined {
  const [, network, named] = CAIP.exec(text) ?? []
  const own = network === undefined ? tokens : tokens.filter(({ chainId }) => chainId === network)
  if (network !== undefined && named === undefined) return own.find((each) => contractOf(each) === undefined)
  const address = named ?? text
  const found = own.find((each) => isSame(contractOf(each), address))
  if (found || network !== undefined) return found
  // Anybody may call a token so: two of one name are told apart by the address only.
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
