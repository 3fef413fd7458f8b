/**
 * Describes signatures that move tokens, or let a spender take them, without a transaction of the signer: ERC-2612,
 * DAI's permit, Permit2 and ERC-3009.
 */
import { address, amount, type Fact, isUnlimited, type Part, until, type Warning, type Where } from './described.ts'
import { readAddress, readUint } from './read.ts'
import { isRecord } from '../../lib/isRecord.ts'

type Fields = Record<string, unknown>
type Said = Pick<Part, 'title' | 'facts' | 'warnings'>
type Limit = { token: string; value: bigint; ends?: bigint }

const UNLIMITED = 2n ** 256n - 1n

/**
 * Describes typed data of a known primary type; `undefined` for any other, and for invalid data. `contract` is the
 * domain's verifying contract: the token itself, or Permit2.
 */
export function describePermit(
  primaryType: string,
  message: Fields,
  contract: string | undefined,
  where: Where,
): Said | undefined {
  switch (primaryType) {
    case 'Permit':
      return contract === undefined ? undefined : ('allowed' in message ? dai : erc2612)(message, contract, where)
    case 'PermitSingle':
    case 'PermitBatch':
      return said(message, limitsOf(message['details'], true), 'sigDeadline', where)
    case 'PermitTransferFrom':
    case 'PermitBatchTransferFrom':
    case 'PermitWitnessTransferFrom':
    case 'PermitBatchWitnessTransferFrom':
      return said(message, limitsOf(message['permitted'], false), 'deadline', where)
    case 'TransferWithAuthorization':
    case 'ReceiveWithAuthorization':
      return contract === undefined ? undefined : transfer(message, contract, where)
    default:
      return undefined
  }
}

/** ERC-2612: `{ owner, spender, value, nonce, deadline }`. */
const erc2612 = (message: Fields, token: string, where: Where) => {
  const value = readUint(message['value'])
  return said(message, value === undefined ? undefined : [{ token, value }], 'deadline', where)
}

/**
 * DAI: `{ holder, spender, nonce, expiry, allowed }`. The permit allows everything or nothing; with `expiry` 0 it never
 * ends.
 */
const dai = (message: Fields, token: string, where: Where): Said | undefined => {
  const { allowed, expiry, spender } = message
  const [taker, ends] = [readAddress(spender), readUint(expiry)]
  const isAllowed = typeof allowed === 'boolean' ? allowed : readUint(allowed)
  if (taker === undefined || ends === undefined || isAllowed === undefined) return undefined
  if (!isAllowed)
    return {
      title: 'approve.revoke',
      facts: [address('approve.spender', taker), address('approve.token', token)],
      warnings: [],
    }
  return said({ ...message, expiry: ends || UNLIMITED }, [{ token, value: UNLIMITED }], 'expiry', where)
}

/**
 * ERC-3009: `{ from, to, value, validAfter, validBefore, nonce }`: a transfer that anybody may submit once it is signed
 * (`ReceiveWithAuthorization`: only `to`).
 */
function transfer(message: Fields, token: string, where: Where): Said | undefined {
  const [from, to] = [readAddress(message['from']), readAddress(message['to'])]
  const [value, last] = [readUint(message['value']), readUint(message['validBefore'])]
  if (from === undefined || to === undefined || value === undefined || last === undefined) return undefined
  const end = until('approve.deadline', last, where)
  return {
    title: 'approve.send',
    facts: [
      amount('approve.amount', value, token),
      address('approve.to', to),
      address('approve.from', from),
      ...end.facts,
    ],
    warnings: [{ key: 'approve.permit' }, ...end.warnings],
  }
}

/**
 * Reads Permit2's `{ token, amount, expiration? }`, or a list of them. `expires`: each must have an expiration.
 * `undefined` if one is invalid, or the list is empty.
 */
function limitsOf(given: unknown, expires: boolean): Limit[] | undefined {
  const limits = (Array.isArray(given) ? (given as unknown[]) : [given]).map((each): Limit | undefined => {
    if (!isRecord(each)) return undefined
    const [token, value, ends] = [readAddress(each['token']), readUint(each['amount']), readUint(each['expiration'])]
    if (token === undefined || value === undefined || (expires && ends === undefined)) return undefined
    return { token, value, ...(expires && ends !== undefined && { ends }) }
  })
  return limits.length && limits.every((limit) => limit !== undefined) ? limits : undefined
}

/**
 * Describes an allowance: the spender, the limits and their ends. `deadline` is the name of the message's field after
 * whose time the signature cannot be used any more.
 */
function said(message: Fields, limits: Limit[] | undefined, deadline: string, where: Where): Said | undefined {
  const [spender, last] = [readAddress(message['spender']), readUint(message[deadline])]
  if (spender === undefined || last === undefined || !limits) return undefined
  const facts: Fact[] = [address('approve.spender', spender)]
  const warnings = new Map<string, Warning>([['none', { key: 'approve.permit' }]])
  const add = ({ facts: more, warnings: found }: { facts: Fact[]; warnings: Warning[] }) => {
    facts.push(...more)
    for (const warning of found) warnings.set(warning.key, warning)
  }
  for (const { token, value, ends } of limits) {
    facts.push(amount('approve.upTo', value, token))
    if (isUnlimited(value)) warnings.set('unlimited', { key: 'approve.unlimited', isBad: true })
    if (ends !== undefined) add(until('approve.until', ends, where))
  }
  add(until('approve.deadline', last, where))
  return { title: 'approve.permitted', facts, warnings: [...warnings.values()] }
}
