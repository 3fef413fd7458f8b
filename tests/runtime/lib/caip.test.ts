import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namespaceOf, parseCaipAddress, parseCaipNetworkId, toCaipAddress } from '../../../runtime/lib/caip.ts'
import { isKnown, NAMESPACES } from '../../../runtime/lib/namespace.ts'
import { createKit } from '../../../runtime/kit/createKit.ts'
import vectors from '../../vectors/caip.json' with { type: 'json' }

describe('namespaces', () => {
  it('are four [S3.ns.01] [S3.ns.02] [S3.ns.03] [S3.ns.04]', () => {
    expect([...NAMESPACES].sort()).toEqual(['bip122', 'eip155', 'polkadot', 'solana'])
  })
})

describe('CAIP-2 and CAIP-10', () => {
  it('are split into their parts', () => {
    expect(parseCaipNetworkId('eip155:137')).toEqual({ namespace: 'eip155', reference: '137' })
    expect(parseCaipAddress('eip155:1:0xAb')).toEqual({
      namespace: 'eip155',
      reference: '1',
      caipNetworkId: 'eip155:1',
      address: '0xAb',
    })
    expect(namespaceOf('solana:x:y')).toBe('solana')
  })

  it('join again to what they were, and nothing else is accepted', () => {
    const text = fc.oneof(
      fc.anything(),
      fc.string({ unit: fc.constantFrom('eip155', 'solana', 'cosmos', ':', '1', 'a', '-', ' ', '\n', '%') }),
    )
    fc.assert(
      fc.property(text, (value) => {
        const id = parseCaipNetworkId(value)
        expect(id !== undefined).toBe(
          typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$(?!\n)/.test(value),
        )
        if (id) expect(`${id.namespace}:${id.reference}`).toBe(value)
        const account = parseCaipAddress(value)
        if (account) expect(toCaipAddress(account.caipNetworkId, account.address)).toBe(value)
      }),
      { numRuns: 5000 },
    )
    for (const bad of ['eip155:', 'eip155', ':1', 'eip155:1 ', `eip155:${'1'.repeat(33)}`, 'EIP155:1', 'eip155:1:2']) {
      expect(parseCaipNetworkId(bad)).toBeUndefined()
    }
    expect(namespaceOf('constructor:1')).toBeUndefined()
    // A namespace of another family is valid too. Whether a kit serves it is another question.
    expect(parseCaipNetworkId('harbor:north')).toEqual({ namespace: 'harbor', reference: 'north' })
    const { state } = createKit({ config: {} })
    expect(['eip155', 'harbor', 'toString', undefined].map((each) => isKnown(state.accounts, each))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('the vectors of the standards', () => {
  const { caip2, caip10 } = vectors
  it.each(caip2.valid)('CAIP-2: %s', (text) => {
    const { namespace, reference } = parseCaipNetworkId(text) ?? {}
    expect(`${namespace}:${reference}`).toBe(text)
  })
  it.each(caip2.invalid)('no CAIP-2: %j', (text) => expect(parseCaipNetworkId(text)).toBeUndefined())
  it.each(caip10.valid)('CAIP-10: %s', (text) => {
    const { caipNetworkId, address } = parseCaipAddress(text) ?? {}
    expect(`${caipNetworkId}:${address}`).toBe(text)
  })
  it.each(caip10.invalid)('no CAIP-10: %j', (text) => expect(parseCaipAddress(text)).toBeUndefined())
})
