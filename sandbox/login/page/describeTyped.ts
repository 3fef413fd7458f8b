/** Describes typed data (EIP-712): each field that is signed, and no other. */
import { describePermit } from '../../../runtime/auth/describe/permit.ts'
import { rawText, readAddress } from '../../../runtime/auth/describe/read.ts'
import { type Signed, signedFields, signedOnly } from '../../../runtime/auth/describe/signedFields.ts'
import { checksummed, isAddress } from '../rpc/hex.ts'
import { Invalid, type TypedData } from '../rpc/params.ts'
import { bad, code, type Field, heading, type Note } from './field.ts'
import type { Network } from './network.ts'
import { fieldOf, noteOf, word } from './words.ts'

const DOMAIN: Record<string, string> = {
  name: 'For',
  version: 'Version',
  chainId: 'Network number',
  verifyingContract: 'Contract',
  salt: 'Salt',
}

const plain = (value: unknown) => (typeof value === 'bigint' ? String(value) : rawText(value))

/** Only the plain form of a value, so that what is read is what is signed: `1e70` and `0o17` are figures to a library. */
function isOf(type: string, text: string): boolean {
  if (/^u?int\d*$/.test(type)) return /^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(text)
  return !/^bytes\d*$/.test(type) || /^0x([\da-f]{2})*$/i.test(text)
}

function written({ path, type, value }: Signed): Field {
  if (Array.isArray(value)) return { label: path, value: type.endsWith(']') ? '(an empty list)' : '(nothing)' }
  if (value === undefined || value === null || typeof value === 'object')
    throw new Invalid(`The field ${path} is missing or is no ${type}`)
  const text = plain(value)
  if (!isOf(type, text)) throw new Invalid(`The field ${path} is no ${type}`)
  if (type === 'address') return code(path, isAddress(text) ? checksummed(text) : text)
  if (text === '') return { label: path, value: '(empty)' }
  return type === 'string' ? { label: path, value: text } : code(path, text)
}

/** @throws Invalid if the types do not describe the data */
export function describeTyped(
  { domain, types, primaryType, message }: TypedData,
  network: Network,
  now: number,
): { title: string; fields: Field[]; warnings: Note[] } {
  const signed = signedFields(types, primaryType, message)
  if (!signed) throw new Invalid('The types do not describe the data')
  const own = signed.map(written)
  // Only what is signed may speak: the permit is read from the message without the fields that types do not name.
  const top = signedOnly(types, primaryType, message)
  const contract = readAddress(domain['verifyingContract'])
  const permit = describePermit(primaryType, top, contract, { host: '', chain: network.caip, now })
  const about = Object.entries(domain).map(([name, value]) => {
    return name === 'verifyingContract' || name === 'salt'
      ? code(DOMAIN[name] ?? name, plain(value))
      : { label: DOMAIN[name] ?? name, value: plain(value) }
  })
  const chainId = domain['chainId'] === undefined ? undefined : plain(domain['chainId'])
  const taker = readAddress(top['spender']) ?? readAddress(top['operator'])
  return {
    title: permit ? word(permit.title) : 'Sign data',
    fields: [
      ...(permit?.facts ?? []).map((fact) => fieldOf(fact, network.symbol, now)),
      heading('What is signed'),
      { label: 'Kind', value: primaryType },
      ...about,
      ...own,
    ],
    warnings: [
      ...(chainId !== undefined && `eip155:${chainId}` !== network.caip
        ? [bad(`This is for another network (${chainId}) than the one that you are on.`)]
        : []),
      ...(permit?.warnings ?? []).map(noteOf),
      ...(permit || taker === undefined
        ? []
        : [bad(`${taker} may take tokens of yours. No transaction is needed for that.`)]),
      ...(!permit && taker === undefined && /permit|approv|allow|order|safetx|authori[sz]|delegat/i.test(primaryType)
        ? [bad('This may let somebody take tokens of yours. Sign only what you know.')]
        : []),
    ],
  }
}
