import { describe, expect, it } from 'vitest'
import { isChecksumAddress, parseAddress } from '../../../../runtime/chains/eip155/provider.ts'
import vectors from '../../../vectors/eip55.json' with { type: 'json' }

describe('EIP-55', () => {
  it.each(vectors.valid)('valid: %s', (address) => {
    expect(isChecksumAddress(address)).toBe(true)
    expect(parseAddress(address.toLowerCase())).toBe(address)
  })
  it.each(vectors.invalid)('invalid: %s', (address) => expect(isChecksumAddress(address)).toBe(false))
})
