/** Describes `eth_signTypedData_v4` (EIP-712): `[address, data]`, where the data is an object or its JSON. */
import { isRecord } from '../../lib/isRecord.ts'
import { address, type Fact, type Part, text, type Warning, type Where } from './described.ts'
import { describeInner } from './innerCall.ts'
import { describePermit } from './permit.ts'
import { rawText, readAddress, readUint } from './read.ts'
import { readTypes, signedFields, signedOnly } from '../../lib/signedFields.ts'
import { type Authority, authorityOf, contractOf } from '../../lib/typedAuthority.ts'
import { typedDataFault } from '../../lib/typedDataFault.ts'

/** The fields of a domain that EIP-712 signs, besides `name` and `verifyingContract`, which have rows of their own. */
const DOMAIN = ['version', 'chainId', 'salt']

export function describeTypedData(params: unknown, where: Where): Part | undefined {
  const [account, given] = Array.isArray(params) ? (params as unknown[]) : []
  const data = typeof given === 'string' ? parseJson(given) : given
  if (!isRecord(data)) return undefined
  const { domain, primaryType, message } = data
  const types = readTypes(data['types'])
  if (typeof primaryType !== 'string' || !isRecord(message) || !types) return undefined
  const signed = signedFields(types, primaryType, message)
  // Show this request as unreadable: wallets may sign something else than what the screen would show.
  if (!signed || typedDataFault({ domain, types, primaryType, message }) !== undefined) return undefined
  const about = isRecord(domain) ? domain : {}
  const contract = contractOf(domain)
  const own = readAddress(account)
  const said = describePermit(primaryType, signedOnly(types, primaryType, message), contract, where)
  const head: Fact[] = [
    ...(about['name'] === undefined ? [] : [text('approve.domain', rawText(about['name']))]),
    ...(contract === undefined ? [] : [address('approve.contract', contract)]),
    text('approve.kind', primaryType),
  ]
  const fields = signed.map(({ path, value }): Fact => ({ kind: 'named', name: path, text: rawText(value) }))
  const rest: Fact[] = [
    ...Object.entries(about)
      .filter(([name]) => DOMAIN.includes(name))
      .map(([name, value]): Fact => ({ kind: 'named', name, text: rawText(value) })),
    ...(own === undefined ? [] : [address('approve.account', own)]),
  ]
  const inner = describeInner(signed, contract, { ...where, account: own ?? where.account })
  const shown = said ?? {
    title: 'approve.typed' as const,
    facts: [...inner.facts, ...head, ...fields],
    warnings: [
      ...authorityWarning(authorityOf(primaryType, signed, contract, own ?? where.account)),
      ...inner.warnings,
    ],
  }
  const warnings = [...shown.warnings, ...chainWarning(about['chainId'], where)]
  return {
    ...shown,
    // Several calls in the data may have the same warning; show it once.
    warnings: [...new Map(warnings.map((each) => [each.key, each])).values()],
    details: said ? [...head, ...fields, ...rest] : rest,
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/**
 * Warns about data that {@link describePermit} does not know, and with which another account may take tokens or act for
 * the signer.
 */
const authorityWarning = (authority: Authority | undefined): Warning[] =>
  authority ? [{ key: authority.kind === 'takes' ? 'approve.unknownPermit' : 'risk.mayAct', isBad: true }] : []

function chainWarning(chainId: unknown, { chain }: Where): Warning[] {
  if (chainId === undefined) return []
  const id = readUint(chainId)
  return id !== undefined && chain === `eip155:${id}`
    ? []
    : [{ key: 'approve.otherChain', isBad: true, values: { chain: rawText(chainId).slice(0, 24) } }]
}
