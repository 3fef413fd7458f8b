/**
 * One parser for each kind of response of Bitcoin wallets, and for each parameter of apps. The parsers return
 * `undefined` for an invalid value.
 */
import { isRecord } from '../../lib/isRecord.ts'
import { parseAddress } from './address.ts'
import { isPsbt } from './psbt.ts'
import type { BitcoinAccount, MessageProtocol, SignedPsbt, SignInput } from './provider.ts'

/**
 * The longest PSBT, in characters and in bytes. Nodes relay transactions of at most 400,000 weight units, so usual ones
 * are far shorter.
 */
const PSBT_LIMIT = 4_000_000
/** In satoshi: 21 million bitcoin, which is all that will ever exist. */
const SATOSHI_LIMIT = 2_100_000_000_000_000n

/**
 * The accounts of a list, those for payments first, each address once. An account is for payments unless its `purpose`
 * (or WalletConnect's `intention`) is `ordinals`. Skips entries without a Bitcoin address. `undefined` if it is not a
 * list.
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

/** A public key of 32 (x-only), 33 or 65 bytes as lower-case hex, from hex or bytes. */
export function parseKey(value: unknown): string | undefined {
  const text = value instanceof Uint8Array ? toHex(value) : value
  return typeof text === 'string' && /^([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i.test(text)
    ? text.toLowerCase()
    : undefined
}

export const parseTxid = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : undefined

/**
 * A signature as base64, from base64, hex or bytes. Newer BIP-322 signatures begin with their kind: removes `smp`
 * ("simple"), because many verifiers do not know it; keeps `ful` and `pof`. Without such a beginning, a signature of 65
 * bytes is BIP-137, any other BIP-322.
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

/** A PSBT as base64, from base64, hex or bytes. */
export function parsePsbt(value: unknown): string | undefined {
  const bytes = typeof value === 'string' && value.length > PSBT_LIMIT ? undefined : toBytes(value)
  return bytes && bytes.length <= PSBT_LIMIT && isPsbt(bytes) ? toBase64(bytes) : undefined
}

/** Reads `{ psbt, txid? }`, or the PSBT alone. Leather calls the field `hex`, the Wallet Standard `signedPsbt`. */
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

/** An amount in satoshi from a bigint, decimal digits or a whole number: above 0, and at most {@link SATOSHI_LIMIT}. */
export function parseAmount(value: unknown): bigint | undefined {
  const whole = typeof value === 'string' ? /^\d{1,16}$/.test(value) : Number.isSafeInteger(value)
  const amount = typeof value === 'bigint' ? value : whole ? BigInt(value as string | number) : 0n
  return amount > 0n && amount <= SATOSHI_LIMIT ? amount : undefined
}

/** The inputs to sign, by address and index; `undefined` if one of them is invalid. */
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

/**
 * The bytes of a text, which is read as hex if all its characters are hex digits, else as base64. Returns bytes as is.
 */
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
