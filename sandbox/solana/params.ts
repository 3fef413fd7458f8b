/** Parses the parameters of JSON-RPC calls. */
import { base58, base64 } from '@scure/base'
import { addressBytes } from './keys.ts'
import { Malformed, packetSize, readWire, type Wire } from './message.ts'

/** Thrown to answer a call with an error. `code` and `data` are usually those that Solana's own nodes send. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message: string) => new RpcError(-32602, `Invalid params: ${message}`)

export type Options = Record<string, unknown>

export function addressParam(value: unknown): string {
  const bytes = addressBytes(value)
  if (!bytes)
    throw new RpcError(-32602, typeof value === 'string' ? 'Invalid param: Invalid' : 'Invalid param: WrongSize')
  return String(value)
}

export function optionsParam(value: unknown): Options {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidParams('an object was expected')
  return value as Options
}

/** Reads a whole number, 0 or more. @throws RpcError for any other value */
export function countParam(value: unknown, name: string): number {
  const count = typeof value === 'bigint' ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw invalidParams(`${name} must be a whole number`)
  return count
}

export function listParam(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value)) throw invalidParams('a list was expected')
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`)
  return value as unknown[]
}

export function bytesParam(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value !== 'string') throw invalidParams('a text was expected')
  if (encoding !== 'base58' && encoding !== 'base64')
    throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`)
  if (value.length > packetSize * 2) throw invalidParams(`${encoding} encoded data too large: ${value.length} bytes`)
  try {
    return (encoding === 'base58' ? base58 : base64).decode(value)
  } catch {
    throw invalidParams(`invalid ${encoding} encoding`)
  }
}

/** Reads a transaction in the encoding of the options, base58 by default. @throws RpcError */
export function wireParam(value: unknown, { encoding = 'base58' }: Options): Wire {
  try {
    return readWire(bytesParam(value, encoding))
  } catch (error) {
    if (error instanceof Malformed) throw new RpcError(-32602, `failed to deserialize transaction: ${error.message}`)
    throw error
  }
}
