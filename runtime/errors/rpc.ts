/** The error codes of wallets and nodes, and functions that interpret them. */
import { errorParts, isUserRejection, readCode, readMessage, USER_REJECTED } from './rejection.ts'

/** The codes of JSON-RPC 2.0, EIP-1474, EIP-1193 and EIP-3326 (4902), by name. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverError: -32000,
  resourceNotFound: -32001,
  resourceUnavailable: -32002,
  transactionRejected: -32003,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  versionNotSupported: -32006,
  userRejected: USER_REJECTED,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unrecognizedChain: 4902,
} as const
export type RpcCodeName = keyof typeof RPC_CODES

/**
 * Codes of a failed network switch. The public constant 32603 lacks the minus sign of JSON-RPC's -32603;
 * `chainErrorCode` recognises both.
 */
export const CHAIN_ERROR_CODES = { unrecognizedChain: 4902, default: 5000, invalidChainId: 32603 } as const

export type RpcError = {
  readonly code: number | undefined
  readonly name: RpcCodeName | undefined
  readonly message: string
}

const NAMES = new Map<number, RpcCodeName>(Object.entries(RPC_CODES).map(([name, code]) => [code, name as RpcCodeName]))

/**
 * Finds the code and the text in any thrown value. Real wallets throw strings, nested `data.originalError` objects, and
 * objects whose getters throw. Never throws; without a code, `code` and `name` are `undefined`.
 */
export function parseRpcError(error: unknown): RpcError {
  for (const part of errorParts(error)) {
    const code = readCode(part)
    if (code !== undefined) return { code, name: NAMES.get(code), message: readMessage(part) || readMessage(error) }
  }
  return { code: undefined, name: undefined, message: readMessage(error) }
}

/**
 * The code of a failed switch: one of the three {@link CHAIN_ERROR_CODES}, by the wallet's code or text, else the
 * default.
 */
export function chainErrorCode(error: unknown): number {
  const found = [...errorParts(error)]
  const has = (...codes: number[]) => found.some((part) => codes.includes(readCode(part) ?? 0))
  const { unrecognizedChain, invalidChainId } = CHAIN_ERROR_CODES
  if (has(unrecognizedChain) || found.some((part) => UNKNOWN_CHAIN.test(readMessage(part)))) return unrecognizedChain
  return has(invalidChainId, -invalidChainId) ? invalidChainId : CHAIN_ERROR_CODES.default
}

/**
 * Whether a network switch may have failed because the wallet does not know the chain, so that adding it may help.
 * `false` if the user rejected the switch.
 */
export function isUnrecognizedChain(error: unknown): boolean {
  if (isUserRejection(error)) return false
  const byDefault = [...errorParts(error)].some((part) => readCode(part) === CHAIN_ERROR_CODES.default)
  return byDefault || chainErrorCode(error) !== CHAIN_ERROR_CODES.default
}

const UNKNOWN_CHAIN =
  /unrecogni[sz]ed chain|chain id not supported|unknown chain|unsupported chain|wallet_addEthereumChain/i
