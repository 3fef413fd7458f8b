/** The one parser of each kind of answer that Bitcoin wallets give, and of what apps ask for. `undefined` when it is none. */
import { isRecord } from '../../lib/isRecord.ts'
import { parseAddress } from './address.ts'
import { isPsbt } from './psbt.ts'
import type { BitcoinAccount, MessageProtocol, SignedPsbt, SignInput } from './provider.ts'

/** Longer than any transaction that a node relays (400,000 weight units). */
const PSBT_LIMIT = 4_000_000
/** All the money there will be. */
const SATOSHI_LIMIT = 2_100_000_000_000_000n

/**
 * Accounts with the payment ones first, each address once. `purpose` (or WalletConnect's `intention`) is `ordinals`, or
 * else payment; a lone taproot address is for payments too. Entries without a Bitcoin address are left out.
 */
export function parseAccounts(value: unknown): BitcoinAccount[] | undefined {
  if (!Array.isArray(value)) return undefined
  const accounts = value.flatMap((entry: unknown): BitcoinAccount[] => {
    const { address, publicKey, purpose, intention } = isRecord(entry) ? entry : { address: entry }
    if (typeof address !== 'string' || !parseAddress(address)) return []
    const ordinals = [purpose, intention].some((word) => typeof word === 'string' && /^ordinals?$/i.test(word))
    return [{ address, publicKey: parseKey(publicKey) ?? '', purpose: ordinals ? 'ordinals' : 'payment' }]
  })
  const each = accounts.filter(({ address }, at) => accounts.findIndex((other) => other.address === address) === at)
  return [
    ...each.filter(({ purpose }) => purpose === 'payment'),
    ...each.filter(({ purpose }) => purpose !== 'payment'),
  ]
}

/** 32 bytes (x-only), 33 or 65 in hex; bytes are taken too. */
export function parseKey(value: unknown): string | undefined {
  const text = value instanceof Uint8Array ? toHex(value) : value
  return typeof text === 'string' && /^([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i.test(text)
    ? text.toLowerCase()
    : undefined
}

export const parseTxid = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : undefined

/**
 * A signature in base64 from base64, hex or bytes, with what it is: 65 bytes are BIP-137's, all else BIP-322's. The `smp`
 * that newer wallets set before a "simple" one is taken off, as many verifiers do not know it; `ful` and `pof` stay.
 */
export function parseSignature(value: unknown): { signature: string; protocol: MessageProtocol } | undefined {
  const [, kind = '', rest] = (typeof value === 'string' && /^(smp|ful|pof)(.{4,})$/.exec(value)) || []
  const prefix = rest && rest.length % 4 === 0 ? kind : ''
  const bytes = toBytes(prefix ? rest : value)
  if (!bytes || bytes.length < 64 || bytes.length > 16_384) return undefined
  return {
    signature: (prefix === 'smp' ? '' : prefix) + toBase64(bytes),
    protocol: bytes.length === 65 && !prefix ? 'ecdsa' : 'bip322',
  }
}

/** The bytes of a PSBT in base64, from base64, hex or bytes. */
export function parsePsbt(value: unknown): string | undefined {
  const bytes = typeof value === 'string' && value.length > PSBT_LIMIT ? undefined : toBytes(value)
  return bytes && bytes.length <= PSBT_LIMIT && isPsbt(bytes) ? toBase64(bytes) : undefined
}

/** `{ psbt, txid? }`, where Leather writes `hex` and the Wallet Standard `signedPsbt`; or the PSBT alone. */
export function parseSignedPsbt(value: unknown): SignedPsbt | undefined {
  const {
    psbt,
    hex,
    signedPsbt,
    txid: sent,
  } = isRecord(value) && !(value instanceof Uint8Array) ? value : { psbt: value }
  const parsed = parsePsbt(psbt ?? hex ?? signedPsbt)
  const txid = sent === undefined || sent === null || sent === '' ? undefined : parseTxid(sent)
  if (!parsed || (sent && !txid)) return undefined
  return { psbt: parsed, ...(txid && { txid }) }
}

/** Satoshi, more than none and at most all: a bigint, decimal digits, or a whole number. */
export function parseAmount(value: unknown): bigint | undefined {
  const whole = typeof value === 'string' ? /^\d{1,16}$/.test(value) : Number.isSafeInteger(value)
  const amount = typeof value === 'bigint' ? value : whole ? BigInt(value as string | number) : 0n
  return amount > 0n && amount <= SATOSHI_LIMIT ? amount : undefined
}

/** The inputs to sign, by address and index. */
export function parseInputs(value: unknown): SignInput[] | undefined {
  if (!Array.isArray(value)) return undefined
  const inputs = value.flatMap((entry: unknown): SignInput[] => {
    const { address, index, sighashTypes } = isRecord(entry) ? entry : {}
    if (typeof address !== 'string' || !parseAddress(address)) return []
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) > 100_000) return []
    const types = Array.isArray(sighashTypes) && sighashTypes.every((type) => Number.isInteger(type) && type >= 0)
    return [
      {
        address,
        index: index as number,
        ...(types && sighashTypes.length && { sighashTypes: sighashTypes as number[] }),
      },
    ]
  })
  return inputs.length === value.length ? inputs : undefined
}

/** Hex where it is hex to the last digit, else base64. */
export function toBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string') return undefined
  if (/^(0x)?([0-9a-f]{2})+$/i.test(value))
    return Uint8Array.from(value.replace(/^0x/i, '').match(/../g) ?? [], (pair) => parseInt(pair, 16))
  if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)) return undefined
  return Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
