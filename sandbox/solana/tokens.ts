/**
 * Writes and reads the bytes of SPL token accounts and mints, in the layout of SPL Token (`state.rs`).
 */
import { concatBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { formatUnits } from 'viem'
import { bytesOfKnown } from './keys.ts'

export type TokenAccount = {
  mint: string
  owner: string
  amount: bigint
  /** Who may take up to `delegated` tokens. */
  delegate: string | undefined
  delegated: bigint
  state: 'initialized' | 'frozen'
  isNative: boolean
}
export type Mint = { mintAuthority: string | null; supply: bigint; decimals: number; freezeAuthority: string | null }

export const mintSize = 82
export const tokenAccountSize = 165

const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const addressAt = (data: Uint8Array, at: number) => base58.encode(data.subarray(at, at + 32))
const none = new Uint8Array(36)

export const writeMint = ({ mintAuthority, supply, decimals }: Mint): Uint8Array =>
  concatBytes(
    mintAuthority ? concatBytes(Uint8Array.of(1, 0, 0, 0), bytesOfKnown(mintAuthority)) : none,
    u64(supply),
    Uint8Array.of(decimals, 1),
    none,
  )

export const writeTokenAccount = (mint: string, owner: string, amount: bigint): Uint8Array =>
  concatBytes(
    bytesOfKnown(mint),
    bytesOfKnown(owner),
    u64(amount),
    none,
    Uint8Array.of(1),
    new Uint8Array(12 + 8),
    none,
  )

/** Reads a mint; undefined when the data is not an initialised mint. Token-2022 extensions after it are ignored. */
export function readMint(data: Uint8Array): Mint | undefined {
  const extended = data.length > tokenAccountSize && data[tokenAccountSize] === 1
  if ((data.length !== mintSize && !extended) || data[45] !== 1) return undefined
  const view = viewOf(data)
  return {
    mintAuthority: view.getUint32(0, true) ? addressAt(data, 4) : null,
    supply: view.getBigUint64(36, true),
    decimals: data[44] ?? 0,
    freezeAuthority: view.getUint32(46, true) ? addressAt(data, 50) : null,
  }
}

/**
 * Reads a token account; undefined when the data is not an initialised one. Token-2022 extensions after it are ignored.
 */
export function readTokenAccount(data: Uint8Array): TokenAccount | undefined {
  const extended = data.length > tokenAccountSize && data[tokenAccountSize] === 2
  if ((data.length !== tokenAccountSize && !extended) || !data[108]) return undefined
  const view = viewOf(data)
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 1 ? addressAt(data, 76) : undefined,
    delegated: view.getBigUint64(121, true),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    isNative: view.getUint32(109, true) === 1,
  }
}

/** An amount of tokens in the format of the JSON-RPC. `amount` is in the smallest unit. */
export function uiAmount(amount: bigint, decimals: number) {
  const text = formatUnits(amount, decimals)
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text }
}

/** The type number of Token-2022's extension "permanent delegate". */
const PERMANENT_DELEGATE = 12

/**
 * The extensions of a Token-2022 mint as `jsonParsed` shows them. The sandbox's services and pages need only the
 * permanent delegate, so the others are left out.
 */
export function extensionsOf(
  data: Uint8Array,
): { extension: 'permanentDelegate'; state: { delegate: string | null } }[] {
  const view = viewOf(data)
  for (let at = tokenAccountSize + 1; at + 4 <= data.length;) {
    const [type, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type === 0) break
    if (type === PERMANENT_DELEGATE && data.subarray(at + 4, at + 36).some(Boolean))
      return [{ extension: 'permanentDelegate', state: { delegate: addressAt(data, at + 4) } }]
    at += 4 + size
  }
  return []
}
