/** Compares the frame's own hex functions with viem's. */
import fc from 'fast-check'
import { bytesToHex, getAddress, hexToBytes as viemBytes, isHex as viemIsHex, keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { checksummed, hexToBytes, isHex, keccak } from '../../../../sandbox/login/rpc/hex.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

it('is the same as viem’s, for every address and all bytes', () => {
  fc.assert(
    fc.property(bytes(20), fc.uint8Array(), fc.integer({ min: 2, max: 9 }), (address, data, cut) => {
      expect(checksummed(bytesToHex(address))).toBe(getAddress(bytesToHex(address)))
      expect(keccak(data)).toBe(keccak256(data))
      const hex = bytesToHex(data).slice(0, -cut) as `0x${string}`
      if (isHex(hex)) expect(hexToBytes(hex)).toEqual(viemBytes(hex))
    }),
  )
})

it.each(['0x', '0xAb', '0x0', '', 'ab', '0xg', 7, null])('takes the same for hex: %s', (value) => {
  expect(isHex(value)).toBe(viemIsHex(value))
})

it('hashes as viem does at every length around a whole block', () => {
  for (let length = 0; length <= 420; length++) {
    const data = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256)
    expect(keccak(data)).toBe(keccak256(data))
  }
})
