/** The passkey that this browser used last. All fields are public: a page never gets the private key. */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import type { Hex } from 'viem'

export type Passkey = {
  /** The credential's id, base64url. */
  id: string
  x: Hex
  y: Hex
  /** SHA-256 of the domain that the passkey belongs to. */
  rpIdHash: Hex
  /** The account that the passkey owns, with its EIP-55 checksum. */
  account: Hex
}

const KEY = 'passkey'

const isWord = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
const isAddress = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** Parses a stored passkey. `undefined` for anything else. Never throws. */
export function parsePasskey(text: string | undefined): Passkey | undefined {
  if (text === undefined || text.length > 4096) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  const { id, x, y, rpIdHash, account } = value
  if (typeof id !== 'string' || !/^[\w-]{2,1400}$/.test(id) || id.length % 4 === 1) return undefined
  return isWord(x) && isWord(y) && isWord(rpIdHash) && isAddress(account) ? { id, x, y, rpIdHash, account } : undefined
}

export const storedPasskey = (kit: Pick<PluginKit, 'storage'>): Passkey | undefined =>
  parsePasskey(kit.storage.get(KEY))

export const storePasskey = (kit: Pick<PluginKit, 'storage'>, passkey: Passkey): void =>
  kit.storage.set(KEY, JSON.stringify(passkey))
