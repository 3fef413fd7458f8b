import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listedContracts, listedName, readTokenList } from '../../../server/data/tokens.ts'

const folder = mkdtempSync(join(tmpdir(), 'tokens-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (value: unknown) => {
  const path = join(folder, 'list.json')
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return readTokenList(path)
}

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const token = (fields: object = {}) => ({
  ...{ chainId: 1, address: USDC.toLowerCase(), name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  ...{ logoURI: 'https://tokens.example/usdc.png', ...fields },
})

describe('a token list', () => {
  it('is read with checksummed addresses, and with 101 for Solana’s mainnet', () => {
    const rest = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }
    expect(
      read({ name: 'Mine', tokens: [token(), token({ chainId: 101, address: MINT, logoURI: 'ipfs://x' })] }),
    ).toEqual([
      { caipNetworkId: 'eip155:1', address: USDC, iconUrl: 'https://tokens.example/usdc.png', ...rest },
      // The first 32 characters of the genesis hash 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d.
      { caipNetworkId: `solana:${GENESIS.slice(0, 32)}`, address: MINT, iconUrl: '', ...rest },
    ])
  })

  it('names the token that is not complete', () => {
    for (const wrong of [
      ...[{ chainId: '1' }, { address: '0x12' }, { name: '' }, { symbol: null }, { decimals: 77 }, { decimals: -1 }],
      ...[{ chainId: 101 }, { decimals: 1.5 }, { address: 7 }],
    ])
      expect(() => read({ tokens: [token(), token(wrong)] }), JSON.stringify(wrong)).toThrow('token 1 needs chainId')
    expect(() => read({ tokens: [null] })).toThrow('token 0 needs')
    for (const list of [[], {}, { tokens: {} }, 'null']) expect(() => read(list)).toThrow('is no token list')
    expect(() => read('{')).toThrow(SyntaxError)
    expect(() => readTokenList(join(folder, 'missing.json'))).toThrow('ENOENT')
  })

  it('finds a token whatever the capitals of an EVM address, and on its network only', () => {
    const list = read({ tokens: [token(), token({ chainId: 101, address: MINT })] })
    const facts = { name: 'USD Coin', symbol: 'USDC', iconUrl: 'https://tokens.example/usdc.png' }
    expect(listedName(list)(`eip155:1:${USDC.toLowerCase()}`)).toEqual(facts)
    expect(listedName(list)(`solana:${GENESIS.slice(0, 32)}:${MINT}`)).toEqual(facts)
    const none = { name: '', symbol: '', iconUrl: '' }
    expect(listedName(list)(`eip155:10:${USDC}`)).toEqual(none)
    expect(listedName(list)(`solana:${GENESIS.slice(0, 32)}:${MINT.toLowerCase()}`)).toEqual(none)
    expect(listedContracts(list, 'eip155:1')(USDC.toLowerCase())).toMatchObject({ decimals: 6 })
    expect(listedContracts(list, 'eip155:10')(USDC.toLowerCase())).toBeUndefined()
  })
})

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
