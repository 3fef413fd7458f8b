/** Describes `eth_signTypedData_v4` (EIP-712): `[address, data]`, where the data is an object or its JSON. */
import { isRecord } from '../../lib/isRecord.ts'
import { address, type Fact, type Part, text, type Warning, type Where } from './described.ts'
import { describePermit } from './permit.ts'
import { rawText, readAddress, readUint } from './read.ts'

const DEPTH = 8
const MOST = 200

export function describeTypedData(params: unknown, where: Where): Part | undefined {
  const [account, given] = Array.isArray(params) ? (params as unknown[]) : []
  const data = typeof given === 'string' ? parseJson(given) : given
  if (!isRecord(data)) return undefined
  const { domain, primaryType, message } = data
  if (typeof primaryType !== 'string' || !isRecord(message)) return undefined
  const about = isRecord(domain) ? domain : {}
  const contract = readAddress(about['verifyingContract'])
  const own = readAddress(account)
  const said = describePermit(primaryType, message, contract, where)
  const head: Fact[] = [
    ...(about['name'] === undefined ? [] : [text('approve.domain', rawText(about['name']))]),
    ...(contract === undefined ? [] : [address('approve.contract', contract)]),
    text('approve.kind', primaryType),
  ]
  const fields = flat(message, '')
  const rest: Fact[] = [
    ...Object.entries(about)
      .filter(([name]) => name !== 'name' && name !== 'verifyingContract')
      .map(([name, value]): Fact => ({ kind: 'named', name, text: rawText(value) })),
    ...(own === undefined ? [] : [address('approve.account', own)]),
  ]
  const shown = said ?? {
    title: 'approve.typed' as const,
    facts: [...head, ...fields],
    warnings: permitWarning(primaryType),
  }
  return {
    ...shown,
    warnings: [...shown.warnings, ...chainWarning(about['chainId'], where)],
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

/** Lists every value under its path, such as `permitted.amount`. Shows parts that are too deep or too long as JSON. */
function flat(value: unknown, path: string, depth = 0): Fact[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (!inside.length || depth >= DEPTH) return [{ kind: 'named', name: path, text: rawText(value) }]
  const facts = inside.slice(0, MOST).flatMap(([key, each]) => flat(each, path ? `${path}.${key}` : key, depth + 1))
  if (inside.length <= MOST) return facts
  return [
    ...facts,
    { kind: 'named', name: `${path}…`, text: rawText(inside.slice(MOST).map(([, each]) => each as unknown)) },
  ]
}

/** Warns about a type whose name suggests a permit, but which {@link describePermit} does not know. */
const permitWarning = (primaryType: string): Warning[] =>
  /permit|approv|allow/i.test(primaryType) ? [{ key: 'approve.unknownPermit', isBad: true }] : []

function chainWarning(chainId: unknown, { chain }: Where): Warning[] {
  if (chainId === undefined) return []
  const id = readUint(chainId)
  return id !== undefined && chain === `eip155:${id}`
    ? []
    : [{ key: 'approve.otherChain', isBad: true, values: { chain: rawText(chainId).slice(0, 24) } }]
}
