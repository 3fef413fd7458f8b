import { describe, expect, it } from 'vitest'
import { caipOf, UnknownNetwork } from '../../../../sandbox/login/rpc/chainId.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describe('a chain id of a page', () => {
  it.each([
    [1, 'eip155:1'],
    ['1', 'eip155:1'],
    ['0x89', 'eip155:137'],
    ['0X89', 'eip155:137'],
    ['eip155:10', 'eip155:10'],
    [SOLANA, SOLANA],
  ])('%j is the network %s', (chainId, caip) => {
    expect(caipOf(chainId)).toBe(caip)
  })

  it.each([
    '',
    ' 1',
    '1e3',
    '1.0',
    '+1',
    '-1',
    0,
    '0b1',
    '0o7',
    '0x',
    'eip155:',
    'eip155:eip155:1',
    '９',
    null,
    [1, 2],
    {},
  ])('%j is none', (chainId) => {
    expect(() => caipOf(chainId)).toThrow(UnknownNetwork)
  })

  it('is no network beyond the numbers that are exact', () => {
    expect(() => caipOf(String(Number.MAX_SAFE_INTEGER + 1))).toThrow(UnknownNetwork)
  })
})
