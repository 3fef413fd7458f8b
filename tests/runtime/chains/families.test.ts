import * as scure from '@scure/base'
import { encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import bip122 from '../../../runtime/chains/bip122/index.ts'
import { FAMILIES, familyOf } from '../../../runtime/chains/families.ts'
import polkadot from '../../../runtime/chains/polkadot/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import type { Chain } from '../../../runtime/contracts/chain.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { NAMESPACES } from '../../../runtime/lib/namespace.ts'
import { findNetwork } from '../../../schema/networks.ts'
import bech32 from '../../vectors/bech32.json' with { type: 'json' }
import bitcoin from '../../vectors/bitcoinAddresses.json' with { type: 'json' }
import ss58 from '../../vectors/ss58.json' with { type: 'json' }
import { makeKit } from '../../support/kit.ts'

const plugin = { id: 'tip', feature: 'tip', engine: '^0.1', permissions: {} }
const pluginKitOn = (chain: Chain, id: string) => {
  const network = findNetwork(id)
  return createPluginKit(makeKit({ networks: network ? [network] : [] }, { chains: [chain] }), plugin)
}
const first = (rows: readonly unknown[]) => rows.map((row) => String(Array.isArray(row) ? row[0] : row))

/** A chain of each family, one of its networks, and valid addresses on it. */
const FAMILY_ADDRESSES: readonly (readonly [Chain, string, readonly string[]])[] = [
  [eip155, 'eip155:1', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266']],
  [
    solana,
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112'],
  ],
  [
    polkadot,
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    [...first(ss58.valid), '111111111111111111111111111111111HC1', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ],
  [
    bip122,
    'bip122:000000000019d6689c085ae165831e93',
    [...first(bitcoin.valid), ...bech32.addresses.valid, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ],
]

describe('kit.isAddress of plugins', () => {
  it.each(FAMILY_ADDRESSES)('accepts the addresses of the active network: $namespace', async (chain, id, addresses) => {
    const { isAddress, chain: strict } = pluginKitOn(chain, id)
    for (const address of addresses) expect([address, isAddress(address)]).toEqual([address, true])
    // The samples are also valid for the strict check with checksums, which requires 0x on EVM chains.
    for (const address of addresses.filter((each) => chain !== eip155 || each.startsWith('0x')))
      expect([address, await strict.isAddress(address)]).toEqual([address, true])
  })

  it('rejects an address of another family, a name and an empty text', () => {
    for (const [chain, id] of FAMILY_ADDRESSES) {
      const { isAddress } = pluginKitOn(chain, id)
      for (const text of ['', 'name.eth', '0x', 'x'.repeat(120)]) expect([text, isAddress(text)]).toEqual([text, false])
    }
    const [evm, , dot, btc] = FAMILY_ADDRESSES.map(([chain, id]) => pluginKitOn(chain, id))
    expect(evm?.isAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(false)
    expect(dot?.isAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(false)
    expect(btc?.isAddress('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toBe(false)
    expect(btc?.isAddress('bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(false)
  })

  it('accepts every address that can exist', () => {
    const [, , dot, btc] = FAMILY_ADDRESSES.map(([chain, id]) => pluginKitOn(chain, id))
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const prefix = fc.integer({ min: 0, max: 16_383 }).filter((each) => each !== 46 && each !== 47)
    fc.assert(
      fc.property(bytes(32), prefix, fc.nat(32), (key, of, zeros) => {
        expect(dot?.isAddress(encodeAddress(key.fill(0, 0, zeros), of))).toBe(true)
      }),
      { numRuns: 300 },
    )
    const check = scure.createBase58check(() => new Uint8Array(32).fill(255))
    fc.assert(
      fc.property(bytes(20), fc.constantFrom(0, 5, 111, 196), fc.nat(20), (hash, version, zeros) => {
        expect(btc?.isAddress(check.encode(Uint8Array.of(version, ...hash.fill(0, 0, zeros))))).toBe(true)
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(
        fc.constantFrom('bc' as const, 'tb' as const, 'bcrt' as const),
        fc.integer({ min: 1, max: 16 }),
        fc.uint8Array({ minLength: 2, maxLength: 40 }),
        (start, version, program) => {
          const text = scure.bech32m.encode(start, [version, ...scure.bech32m.toWords(program)])
          expect([btc?.isAddress(text), btc?.isAddress(text.toUpperCase())]).toEqual([true, true])
        },
      ),
    )
  })
})

it('every namespace of this package has a family with stateless patterns', () => {
  expect(FAMILIES.map(({ namespace }) => namespace)).toEqual([...NAMESPACES])
  for (const { address } of FAMILIES) expect(address.flags).not.toMatch(/[gy]/)
})

it('a family that the site adds overrides the built-in one', () => {
  const family = { namespace: 'solana' as const, name: 'Own', address: /^own$/ }
  const kit = makeKit({}, { chains: [{ ...solana, family }] })
  expect(familyOf(kit, 'solana')).toBe(family)
  expect(familyOf(kit, 'eip155')?.namespace).toBe('eip155')
  expect(familyOf(kit, undefined)).toBeUndefined()
})
