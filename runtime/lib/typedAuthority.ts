/** Finds typed data (EIP-712) whose signature may let other people act for the signer. */
import { isRecord } from './isRecord.ts'
import { readTypes, type Signed, signedFields } from './signedFields.ts'

/**
 * What another person may do with the signature: take tokens (`taker` is that person's address, if the data names it),
 * or act for the account in a way that cannot be read from the data.
 */
export type Authority = { kind: 'takes'; taker?: string } | { kind: 'acts' }

/**
 * Names of types (EIP-712) that suggest that the signature lets another person take something, whatever fields they
 * have. For all other names the fields decide.
 */
const TAKES = /permit|approv|allow|order|safetx|authori[sz]|delegat/i

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)
const bytesIn = (value: unknown) => (typeof value === 'string' ? (value.length - 2) / 2 : 0)
/** An integer wide enough for an amount: 96 bits or more. Times and choices often have fewer. */
const isAmount = (type: string) => /^u?int\d*$/.test(type) && Number(type.replace(/\D/g, '') || 256) >= 96
/** Whether a field can hold a hash, whose meaning cannot be read. */
const isHash = (type: string) => /^bytes\d+$/.test(type) && Number(type.slice(5)) >= 20
/** Texts and booleans, which a person can read. */
const isPlain = (type: string) => /^(string|bool)$/.test(type)

/**
 * Whether the data has a form whose signature contracts and services accept as permission to act for the signer. `own`:
 * the signer's address.
 */
function mayAct(signed: readonly Signed[], contract: string | undefined, own: string | undefined): boolean {
  const types = signed.map(({ type }) => type)
  // If a contract checks the signature, any data other than texts and booleans counts, because the data does not say
  // what the contract does with it.
  if (contract !== undefined && !types.every(isPlain)) return true
  // A `bytes` field with four bytes or more can contain a call: there is room for its selector.
  if (signed.some(({ type, value }) => type === 'bytes' && bytesIn(value) >= 4)) return true
  // A hash without any text beside it: nothing says what the hash stands for.
  if (types.some(isHash) && !types.includes('string')) return true
  // An amount, beside an address that is not the signer's, as in an order.
  const isOther = ({ type, value }: Signed) =>
    type === 'address' && String(value).toLowerCase() !== String(own).toLowerCase()
  return types.some(isAmount) && signed.some(isOther)
}

/** The contract that checks the signature; `undefined` if the domain names none. */
export function contractOf(domain: unknown): string | undefined {
  const contract = isRecord(domain) ? domain['verifyingContract'] : undefined
  return isAddress(contract) ? contract : undefined
}

/**
 * Judges the fields that are signed; `undefined` if they do not show that another person may act. `contract`: the
 * domain's verifying contract. Do not call this for a permit of a known kind, whose fields say more.
 */
export function authorityOf(
  primaryType: string,
  signed: readonly Signed[],
  contract: string | undefined,
  own: string | undefined,
): Authority | undefined {
  const taker = signed.find(({ path, value }) => (path === 'spender' || path === 'operator') && isAddress(value))
  if (taker) return { kind: 'takes', taker: String(taker.value) }
  if (TAKES.test(primaryType)) return { kind: 'takes' }
  return mayAct(signed, contract, own) ? { kind: 'acts' } : undefined
}

/**
 * Whether a person who has the signature of this typed data (EIP-712) may act for the signer, as far as its form shows:
 * a spender or operator, call data, a hash that stands for something else, an amount beside another person's address, a
 * contract that checks more than texts, or a name such as `Permit`. `false` for texts alone, and for sign-ins that only
 * name the signer; `true` for data that cannot be read. `own`: the signer's address.
 */
export function mayActFor(
  { domain, types, primaryType, message }: { domain?: unknown; types: unknown; primaryType: unknown; message: unknown },
  own?: string,
): boolean {
  const known = readTypes(types)
  const signed = known && typeof primaryType === 'string' ? signedFields(known, primaryType, message) : undefined
  if (!signed) return true
  return authorityOf(String(primaryType), signed, contractOf(domain), own) !== undefined
}
