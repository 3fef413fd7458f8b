/** Requests that try to show the person something else than what they sign. */
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../../../runtime/auth/describe/described.ts'
import { describe as read } from '../../../../runtime/auth/describe/index.ts'

const NOW = 1_800_000_000
const where = { host: 'site.example', chain: 'eip155:1', now: NOW * 1000 }
const [OWN, TOKEN, THIEF] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const ask = (method: string, params: unknown) => read({ method, params }, where, () => undefined).parts[0] as Part
const red = ({ warnings }: Part) => warnings.flatMap(({ key, isBad }) => (isBad ? [key.replace('approve.', '')] : []))
const everything = (part: Part) =>
  JSON.stringify(part, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

describe('a transaction', () => {
  const send = (call: object) => ask('eth_sendTransaction', [{ from: OWN, to: THIEF, value: '0x0', ...call }])
  const fee = ({ facts }: Part) =>
    facts.flatMap((fact) => (fact.kind === 'amount' && fact.label === 'approve.fee' ? fact.amount.value : []))[0]

  it('shows the highest fee that its own figures allow, in red when it is out of proportion', () => {
    const theft = send({ gas: toHex(21_000), gasPrice: toHex(10n ** 18n / 21_000n) })
    expect([fee(theft), red(theft)]).toEqual([10n ** 18n - (10n ** 18n % 21_000n), ['highFee']])
    const honest = send({ gas: toHex(21_000), maxFeePerGas: toHex(30n * 10n ** 9n) })
    expect([fee(honest), red(honest)]).toEqual([21_000n * 30n * 10n ** 9n, []])
    expect(fee(send({}))).toBeUndefined()
    expect(red(send({ maxFeePerGas: toHex(10n ** 15n) }))).toEqual(['highFee'])
    // With two prices per gas, the screen cannot tell which one is paid.
    expect(red(send({ maxFeePerGas: toHex(30n * 10n ** 9n), gasPrice: '0x1' }))).toEqual(['unreadable'])
  })

  it('whose data is null is read from its input, as wallets do', () => {
    const input = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [THIEF as `0x${string}`, 2n ** 256n - 1n],
    })
    expect(red(send({ to: TOKEN, data: null, input }))).toEqual(['unlimited'])
  })

  it('that cannot be read is red', () => {
    expect(red(send({ data: '0x12345678' }))).toEqual(['unknown'])
  })
})

describe('typed data', () => {
  const typed = (types: object, message: object, domain: object = {}) =>
    ask('eth_signTypedData_v4', [OWN, { domain: { chainId: 1, ...domain }, types, primaryType: 'Order', message }])

  it('shows no field that its types do not name', () => {
    const types = { Order: [{ name: 'item', type: 'Item' }], Item: [{ name: 'name', type: 'string' }] }
    const shown = everything(
      typed(types, { item: { name: 'A hat', note: 'harmless' }, note: 'harmless' }, { x: 'harmless' }),
    )
    expect(shown).toContain('A hat')
    expect(shown).not.toContain('harmless')
  })

  it('reads no permit from fields that are not signed', () => {
    const message = { spender: THIEF, value: '1', deadline: NOW }
    const types = { Permit: [{ name: 'spender', type: 'address' }] }
    const part = ask('eth_signTypedData_v4', [
      OWN,
      { domain: { chainId: 1, verifyingContract: TOKEN }, types, primaryType: 'Permit', message },
    ])
    expect([part.title, red(part)]).toEqual(['approve.typed', ['unknownPermit']])
  })

  it('shows lists that are signed empty', () => {
    const shown = typed({ Order: [{ name: 'consideration', type: 'Item[]' }], Item: [] }, { consideration: [] })
    expect(shown.facts).toContainEqual({ kind: 'named', name: 'consideration', text: '[]' })
  })

  it.each([
    ['a type that is missing', {}, { item: 1 }],
    ['a field that is missing', { Order: [{ name: 'item', type: 'uint256' }] }, {}],
    ['a type without end', { Order: [{ name: 'next', type: 'Order' }] }, endless()],
    ['types that are none', { Order: 'x' }, {}],
  ])('is unreadable with %s', (_name, types, message) => {
    expect(red(typed(types, message))).toEqual(['unreadable'])
  })
})

/** A message that is nested 40 levels deep. */
function endless() {
  let inner: object = {}
  for (let depth = 0; depth < 40; depth++) inner = { next: inner }
  return inner
}

describe('a message', () => {
  const phishing = `evil.example wants you to sign in with your Ethereum account:\n${OWN}\n`
  it.each([
    ['bytes that are no text', `${toHex(phishing)}ff`, ['otherSite', 'notText']],
    ['a replacement character', toHex(`${phishing}\uFFFD`), ['otherSite']],
    ['a blank before it', ` \u200b${phishing}`, ['otherSite']],
    ['another first line', `Hello\n${phishing}`, ['otherSite']],
  ])('that signs in at another site is red, with %s', (_name, message, keys) => {
    expect(red(ask('personal_sign', [message, OWN]))).toEqual(keys)
  })
})

describe('a permission', () => {
  it('without functions is red, because the contract may be a token', () => {
    const grant = (data: object) =>
      ask('wallet_grantPermissions', [
        { expiry: NOW + 3600, signer: {}, permissions: [{ type: 'contract-call', data: { address: TOKEN, ...data } }] },
      ])
    expect(red(grant({}))).toEqual(['everyFunction'])
    expect(red(grant({ functions: [] }))).toEqual(['everyFunction'])
    expect(red(grant({ functions: [{ selector: '0x12345678' }] }))).toEqual([])
  })
})
