import { decodeFunctionData, encodeFunctionData, erc20Abi } from 'viem'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressAt, encodeCall, ERC20, readWords, selectorOf } from '../../../runtime/lib/abi.ts'

const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)
const uint = fc.bigInt(0n, 2n ** 256n - 1n)

describe('call data', () => {
  it('is what viem encodes, and reads back', () => {
    fc.assert(
      fc.property(address, uint, (to, amount) => {
        const data = encodeCall(ERC20.transfer, to, amount)
        const args = [to as `0x${string}`, amount] as const
        expect(data).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }))
        expect(decodeFunctionData({ abi: erc20Abi, data }).functionName).toBe('transfer')
        const words = readWords(data) ?? []
        expect([selectorOf(data), addressAt(words, 0), words[1]]).toEqual([ERC20.transfer, to, amount])
      }),
    )
  })

  it('names the methods as ERC-20 does', () => {
    const a = `0x${'1'.repeat(40)}` as const
    const selector = (data: string) => data.slice(0, 10)
    expect(selector(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [a, 1n] }))).toBe(ERC20.approve)
    const args = [a, a, 1n] as const
    expect(selector(encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }))).toBe(ERC20.transferFrom)
  })

  it('holds no address that is none, and no number that does not fit', () => {
    for (const wrong of ['0x12', '', `0x${'g'.repeat(40)}`])
      expect(() => encodeCall(ERC20.approve, wrong, 1n)).toThrow()
    for (const wrong of [-1n, 2n ** 256n])
      expect(() => encodeCall(ERC20.approve, `0x${'1'.repeat(40)}`, wrong)).toThrow()
  })

  it('is nothing else, and an address is no longer word', () => {
    for (const text of ['', '0x', '0x1234567', '0x1234567g', '095ea7b3', '0x095ea7b3a'])
      expect(readWords(text)).toBeUndefined()
    expect(readWords(`0x095ea7b3${'1'.repeat(64)}22`)).toHaveLength(1)
    expect(addressAt([2n ** 160n], 0)).toBeUndefined()
    expect(addressAt([], 0)).toBeUndefined()
  })
})
