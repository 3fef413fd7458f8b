/** Describes `wallet_grantPermissions` (an early draft of ERC-7715): what a key may do without asking again. */
import { isRecord } from '../../lib/isRecord.ts'
import { address, type Fact, native, type Part, text, until, type Warning, type Where } from './described.ts'
import { rawText, readAddress, readUint } from './read.ts'

const first = (params: unknown) => (Array.isArray(params) ? (params as unknown[])[0] : params)

/**
 * Warns about a grant that names no functions: the key may then call every function of the contract, such as a token's
 * `transfer`.
 */
const EVERY_FUNCTION: Warning = { key: 'approve.everyFunction', isBad: true }

export function describeGrant(params: unknown, where: Where): Part | undefined {
  const grant = first(params)
  if (!isRecord(grant) || !Array.isArray(grant['permissions'])) return undefined
  const expiry = readUint(grant['expiry'])
  if (expiry === undefined) return undefined
  const [facts, targets]: [Fact[], string[]] = [[], []]
  let isOpen = false
  for (const permission of grant['permissions'] as unknown[]) {
    const { type, data } = isRecord(permission) ? permission : {}
    const fields = isRecord(data) ? data : {}
    const target = readAddress(fields['address'])
    const limit = readUint(fields['valueLimit'] ?? fields['allowance'])
    if (typeof type !== 'string') return undefined
    facts.push(text('approve.may', type))
    if (target !== undefined) {
      targets.push(target)
      facts.push(address('approve.on', target))
    }
    const functions: unknown = fields['functions'] ?? fields['calls']
    if (
      type === 'contract-call' &&
      !(Array.isArray(functions) && functions.length && functions.every((each) => isRecord(each) && each['selector']))
    )
      isOpen = true
    if (limit !== undefined) facts.push(native('approve.upTo', limit))
    const others = Object.entries(fields).filter(([name]) => !['address', 'valueLimit', 'allowance'].includes(name))
    facts.push(...others.map(([name, value]): Fact => ({ kind: 'named', name, text: rawText(value) })))
  }
  const end = until('approve.until', expiry, where)
  const wide: Warning[] = targets.length ? [] : [{ key: 'approve.anywhere', isBad: true }]
  const own = readAddress(grant['address'])
  return {
    title: 'approve.grant',
    facts: [...end.facts, ...facts],
    warnings: [{ key: 'approve.noMoreAsking' }, ...wide, ...(isOpen ? [EVERY_FUNCTION] : []), ...end.warnings],
    details: [
      { kind: 'text', label: 'approve.signer', text: rawText(grant['signer']) },
      ...(own === undefined ? [] : [address('approve.account', own)]),
    ],
  }
}

/** Describes `wallet_revokePermissions`. */
export const describeRevoke = (params: unknown): Part | undefined =>
  isRecord(first(params))
    ? {
        title: 'approve.takeBack',
        facts: [text('approve.permission', rawText(first(params)))],
        warnings: [],
        details: [],
      }
    : undefined
