import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseActivation, parseAsked, parseOwner, parseRevocation } from '../../sandbox/sessions/shape.ts'
import { Refusal } from '../../sandbox/refusal.ts'

it('reads what it is sent, and refuses the rest by the field', () => {
  const bodyOf = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
  const permission = { type: 'contract-call', data: { address: '0x' } }
  expect(parseAsked(bodyOf({ expiry: 10, permissions: [permission] }), 'site', 9_000)).toMatchObject({
    expiry: 10,
    permissions: [permission],
    project: { id: 'site', name: '' },
  })
  expect(() => parseAsked(bodyOf({ expiry: 9, permissions: [permission] }), 'site', 9_000)).toThrow(
    'Seconds since 1970',
  )
  expect(() => parseOwner('solana:x:y')).toThrow('An EVM account')
  expect(parseOwner(`eip155:31337:0x${'aB'.repeat(20)}`).chainId).toBe(31337)
  const parsers = [
    (body: Buffer) => parseAsked(body, 'site', 0),
    parseActivation,
    parseRevocation,
    (body: Buffer) => parseOwner(body.toString()),
  ]
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const parse of parsers)
        try {
          parse(bodyOf(value))
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
    }),
  )
})
