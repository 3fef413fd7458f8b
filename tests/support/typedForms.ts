/**
 * Makes typed data (EIP-712) with values of every kind under every type, and checks that whoever shows it refuses it, or
 * that the signature of what a person reads is the signature that is made.
 */
import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { expect } from 'vitest'
import { approvalText } from './approvalText.ts'
import { parseTypedData } from '../../plugins/passkey/provider.ts'
import { describe as summarize } from '../../runtime/auth/describe/index.ts'
import { describe } from '../../sandbox/login/page/describe.ts'
import { typedDataOf } from '../../sandbox/login/rpc/params.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const WORD = `0x${'ab'.repeat(32)}`
const network = { caip: 'eip155:1', name: 'N', symbol: 'ETH' }
const DOMAIN = ['name', 'version', 'verifyingContract', 'salt'] as const
const LABELS = {
  name: 'typed.for',
  version: 'typed.version',
  verifyingContract: 'approve.contract',
  salt: 'typed.salt',
}

/** Values that signing libraries read in a way of their own, values of each type, and any JSON. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(true, false, 0, 1, 7, 0x414c4c, -1, 300, '0o17', '1e3', ' 5', '', '0x', '0x5', '0x12345678'),
  fc.constantFrom<unknown>(OWN, WORD, ['text'], [5], [65, 76], ['0x41'], [], {}, { length: 1, 0: 65 }, null),
  fc.string(),
  fc.integer().map(String),
  fc.jsonValue({ maxDepth: 2 }),
)
const TYPES = ['string', 'bool', 'uint8', 'uint256', 'int16', 'bytes', 'bytes4', 'bytes32', 'address']
type Given = { domain: Record<string, unknown>; type: string; value: unknown }
type Shown = { value: string; domain: Record<string, string> }

const typesOf = (type: string) => ({ Form: [{ name: 'field', type }] })
const dataOf = ({ domain, type, value }: Given) => ({
  domain: { chainId: 1, ...domain },
  types: typesOf(type),
  primaryType: 'Form',
  message: { field: value },
})
/** The hash of data, or `undefined` if the signing library refuses it. */
function hashOf(data: object) {
  try {
    return hashTypedData(data as unknown as TypedDataDefinition)
  } catch {
    return undefined
  }
}
/** The hash of what a person reads, with each text converted to the kind that its type names. */
function read(type: string, { value, domain }: Shown) {
  const field = type === 'bool' ? value === 'true' : /int/.test(type) ? BigInt(value) : value
  return hashOf(dataOf({ domain, type, value: field }))
}

function inFrame(given: Given): Shown | undefined {
  const params = [OWN, JSON.stringify(dataOf(given))]
  try {
    const { fields } = describe('eth_signTypedData_v4', params, { host: 'h', network, now: 0, t: approvalText })
    const under = (label: string) => fields.findLast((field) => field.label === label)?.value
    const domain = DOMAIN.map((name) => [name, under(approvalText(LABELS[name] as 'typed.for'))] as const)
    const value = under('field') ?? ''
    return {
      value: value === approvalText('data.empty') ? '' : value,
      domain: Object.fromEntries(domain.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))),
    }
  } catch {
    return undefined
  }
}

function inSummary(given: Given): Shown | undefined {
  const asked = { method: 'eth_signTypedData_v4', params: [OWN, JSON.stringify(dataOf(given))] }
  const { title, parts } = summarize(asked, { host: 'h', chain: network.caip, now: 0 }, () => undefined)
  if (title === 'approve.request') return undefined
  const facts = parts.flatMap((part) => [...part.facts, ...part.details])
  const named = (name: string) =>
    facts.flatMap((fact) => (fact.kind === 'named' && fact.name === name ? fact.text : [])).at(0)
  const [name] = facts.flatMap((fact) => (fact.kind === 'text' && fact.label === 'approve.domain' ? fact.text : []))
  const [contract] = facts.flatMap((fact) =>
    fact.kind === 'address' && fact.label === 'approve.contract' ? fact.address : [],
  )
  const domain = { name, verifyingContract: contract, version: named('version'), salt: named('salt') }
  return { value: named('field') ?? '', domain: domain as Shown['domain'] }
}

function inPasskey(given: Given): (Shown & { hash: string }) | undefined {
  try {
    const { text, hash } = parseTypedData(dataOf(given), 1)
    const shown = JSON.parse(text) as { domain: object; message: { field: unknown } }
    const domain = Object.entries(shown.domain).filter(([name]) => name !== 'chainId')
    const texts = Object.fromEntries(domain.map(([name, each]) => [name, String(each)]))
    return { value: String(shown.message.field), domain: texts, hash }
  } catch {
    return undefined
  }
}

/** An empty part of a domain is as good as none: nothing is shown, and libraries leave it out. */
const optional = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: anyValue.filter((each) => each !== null && each !== '') },
)
export const typedForms = fc
  .record({
    domain: fc.record({ name: optional, version: optional, verifyingContract: optional, salt: optional }),
    type: fc.constantFrom(...TYPES),
    value: anyValue,
  })
  .map(({ domain, ...rest }) => ({
    ...rest,
    domain: Object.fromEntries(Object.entries(domain).filter(([, each]) => each !== undefined)),
  }))
  .map((given) => () => {
    const signed = hashOf(JSON.parse(JSON.stringify(dataOf(given))) as object)
    const frame = inFrame(given)
    const byService = frame && hashOf(typedDataOf([OWN, JSON.stringify(dataOf(given))]).data)
    if (frame && byService) expect(read(given.type, frame), 'the login frame').toBe(byService)
    const summary = inSummary(given)
    if (summary && signed) expect(read(given.type, summary), 'the summary of the page').toBe(signed)
    const passkey = inPasskey(given)
    if (passkey) expect(read(given.type, passkey), 'the passkey wallet').toBe(passkey.hash)
  })
