import fc from 'fast-check'
import { encodeFunctionData, getAddress, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  encodeTransfer,
  ERC20_TRANSFER_ABI,
  NO_RETURN_TRANSFER_ABI,
  refusesTransfer,
  transferAbi,
} from '../../../../runtime/chains/eip155/transfer.ts'

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const OTHER = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

describe('a transfer', () => {
  it('is encoded as in viem, with either ABI', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (bytes, amount) => {
          const to = getAddress(toHex(bytes))
          for (const abi of [ERC20_TRANSFER_ABI, NO_RETURN_TRANSFER_ABI]) {
            expect(encodeTransfer(to, amount)).toBe(
              encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
            )
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is rejected when a value does not fit', () => {
    expect(() => encodeTransfer('0x12', 1n)).toThrow('Invalid address')
    expect(() => encodeTransfer(OTHER, -1n)).toThrow('256 bits')
    expect(() => encodeTransfer(OTHER, 2n ** 256n)).toThrow('256 bits')
  })

  it('of USDT returns nothing, of other tokens a boolean [S9.usdt.01]', () => {
    for (const token of [USDT, USDT.toLowerCase(), `0x${USDT.slice(2).toUpperCase()}`]) {
      expect(transferAbi('eip155:1', token)[0].outputs).toEqual([])
    }
    expect(transferAbi('eip155:1', OTHER)[0].outputs).toEqual([{ name: '', type: 'bool' }])
    // Contracts are told apart by chain and address: the same address on another chain is another contract.
    expect(transferAbi('eip155:10', USDT)).toBe(ERC20_TRANSFER_ABI)
    expect(transferAbi('eip155:42161', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9')).toBe(NO_RETURN_TRANSFER_ABI)
  })

  it('of a listed token returns nothing [S9.usdt.02]', () => {
    const listed = [`eip155:10:${OTHER}`]
    expect(transferAbi('eip155:10', OTHER.toLowerCase(), listed)).toBe(NO_RETURN_TRANSFER_ABI)
    expect(transferAbi('eip155:10', OTHER)).toBe(ERC20_TRANSFER_ABI)
    expect(transferAbi('eip155:1', OTHER, listed)).toBe(ERC20_TRANSFER_ABI)
  })

  it('is rejected when a simulation returns false, for tokens that return a value', () => {
    const no = `0x${'0'.repeat(64)}`
    expect(refusesTransfer(ERC20_TRANSFER_ABI, no)).toBe(true)
    expect(refusesTransfer(NO_RETURN_TRANSFER_ABI, no)).toBe(false)
    for (const data of [`0x${'0'.repeat(63)}1`, '0x', undefined, null])
      expect(refusesTransfer(ERC20_TRANSFER_ABI, data)).toBe(false)
  })
})
