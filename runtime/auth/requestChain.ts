/** Checks the network that a request itself names, because an embedded wallet acts on the active one only. */
import { RPC_CODES } from '../errors/rpc.ts'
import { isRecord } from '../lib/isRecord.ts'

const coded = (message: string, code: number) => Object.assign(new Error(message), { code })

/** Methods whose first parameter may name a network: the transaction, the batch or the permission. */
const NAMES_CHAIN: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_grantPermissions']

/**
 * Throws code 4901 (EIP-1193) if a request of `NAMES_CHAIN` names another network than `active` (CAIP-2), and code
 * -32602 if its chain id cannot be read. Without this check, a transaction that was meant for one network would be sent on another.
 */
export function checkChain(method: string, params: unknown, active: string): void {
  if (!NAMES_CHAIN.includes(method)) return
  const first: unknown = Array.isArray(params) ? (params as unknown[])[0] : params
  const given = isRecord(first) ? first['chainId'] : undefined
  if (given === undefined || given === null) return
  const named = toCaip(given)
  if (named === undefined) throw coded(`${method}: the chain id cannot be read`, RPC_CODES.invalidParams)
  if (named === active) return
  const text = `The request is for ${named}, but the wallet is on ${active}. Nothing was sent`
  throw coded(text, RPC_CODES.chainDisconnected)
}

/** The CAIP-2 id of a chain id in hex, as number, as decimal text or as CAIP-2; `undefined` for anything else. */
function toCaip(given: unknown): string | undefined {
  const text = typeof given === 'number' || typeof given === 'bigint' ? String(given) : given
  const [, id] = (typeof text === 'string' && /^(?:eip155:)?(0x[0-9a-f]{1,14}|\d{1,16})$/i.exec(text)) || []
  return id === undefined ? undefined : `eip155:${Number(id)}`
}
