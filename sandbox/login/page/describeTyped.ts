/** Describes typed data (EIP-712): each field that is signed, and no other. */
import { describeInner } from '../../../runtime/auth/describe/innerCall.ts'
import { describePermit } from '../../../runtime/auth/describe/permit.ts'
import { rawText } from '../../../runtime/auth/describe/read.ts'
import { type Signed, signedFields, signedOnly } from '../../../runtime/lib/signedFields.ts'
import { type Authority, authorityOf, contractOf } from '../../../runtime/lib/typedAuthority.ts'
import { checksummed, isAddress } from '../rpc/hex.ts'
import { Invalid, type TypedData } from '../rpc/params.ts'
import type { ApprovalText } from './approvalText.ts'
import { bad, code, type Field, heading, type Note } from './field.ts'
import type { Network } from './network.ts'
import { fieldOf, noteOf, word } from './words.ts'

const DOMAIN = {
  name: 'typed.for',
  version: 'typed.version',
  chainId: 'typed.chain',
  verifyingContract: 'approve.contract',
  salt: 'typed.salt',
} as const
const isDomain = (name: string): name is keyof typeof DOMAIN => Object.hasOwn(DOMAIN, name)

const plain = (value: unknown) => (typeof value === 'bigint' ? String(value) : rawText(value))

function written(t: ApprovalText, { path, type, value }: Signed): Field {
  if (Array.isArray(value)) return { label: path, value: t(type.endsWith(']') ? 'data.emptyList' : 'data.nothing') }
  const text = plain(value)
  if (type === 'address') return code(path, isAddress(text) ? checksummed(text) : text)
  if (text === '') return { label: path, value: t('data.empty') }
  return type === 'string' ? { label: path, value: text } : code(path, text)
}

function authorityNotes(t: ApprovalText, authority: Authority | undefined): Note[] {
  if (!authority) return []
  if (authority.kind === 'acts') return [bad(t('typed.mayAct'))]
  const { taker } = authority
  return [bad(taker === undefined ? t('typed.mayTake') : t('typed.taker', { address: taker }))]
}

/**
 * Describes typed data to sign: its title, its fields and its warnings.
 * @throws Invalid if the types do not match the data; `typedDataOf` has checked the kind of each value
 */
export function describeTyped(
  t: ApprovalText,
  { domain, types, primaryType, message }: TypedData,
  address: string,
  network: Network,
  now: number,
): { title: string; fields: Field[]; warnings: Note[] } {
  const signed = signedFields(types, primaryType, message)
  if (!signed) throw new Invalid('The types do not describe the data')
  const own = signed.map((each) => written(t, each))
  // Read the permit from the signed fields only: fields that the types do not name are not signed and could mislead.
  const top = signedOnly(types, primaryType, message)
  const contract = contractOf(domain)
  const where = { host: '', chain: network.caip, now }
  const permit = describePermit(primaryType, top, contract, where)
  const about = Object.entries(domain).map(([name, value]) => {
    const label = isDomain(name) ? t(DOMAIN[name]) : name
    return name === 'verifyingContract' || name === 'salt' ? code(label, plain(value)) : { label, value: plain(value) }
  })
  const chainId = domain['chainId'] === undefined ? undefined : plain(domain['chainId'])
  const authority = permit ? undefined : authorityOf(primaryType, signed, contract, address)
  const inner = describeInner(signed, contract, { ...where, account: address })
  return {
    title: permit ? word(t, permit.title) : t('typed.title'),
    fields: [
      ...(permit ?? inner).facts.map((fact) => fieldOf(t, fact, network.symbol, now)),
      heading(t('typed.signed')),
      { label: t('typed.kind'), value: primaryType },
      ...about,
      ...own,
    ],
    warnings: [
      ...(chainId !== undefined && `eip155:${chainId}` !== network.caip
        ? [bad(t('typed.otherNetwork', { chain: chainId }))]
        : []),
      ...authorityNotes(t, authority),
      ...(permit ?? inner).warnings.map((each) => noteOf(t, each)),
    ],
  }
}
