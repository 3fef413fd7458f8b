import { expect, it } from 'vitest'
import { proposedNamespaces } from '../../../runtime/remote/namespaces.ts'
import { SESSION_METHODS } from '../../../runtime/chains/families.ts'
import { SAFE_METHODS, UNSAFE_METHODS } from '../../../runtime/connectors/methods.ts'
import { networkIds } from '../../../schema/networks.ts'
import { makeKit, network, solana } from '../../support/kit.ts'

it('requests the page’s networks: each namespace optional, the active network first', () => {
  const kit = makeKit({ networks: [network(1), network(137), solana()], defaultNetwork: 'eip155:137' })
  const { eip155, solana: other, bip122 } = proposedNamespaces(kit)
  expect(eip155).toMatchObject({
    chains: ['eip155:1', 'eip155:137'],
    events: ['accountsChanged', 'chainChanged'],
    rpcMap: { 1: 'http://127.0.0.1:9', 137: 'http://127.0.0.1:9' },
    defaultChain: '137',
  })
  expect(eip155?.methods).toEqual(SESSION_METHODS.eip155)
  // Older wallets know the network by its genesis hash.
  expect(other?.chains).toEqual(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'])
  expect(bip122).toBeUndefined()
})

it('uses the config’s chains, methods, events and addresses instead [S9.wc.04]', () => {
  const kit = makeKit({
    walletConnect: {
      chains: ['eip155:10'],
      methods: ['personal_sign', 'solana_signMessage'],
      events: ['chainChanged'],
      rpcMap: { 'eip155:10': 'https://ten.example' },
    },
  })
  expect(proposedNamespaces(kit)).toEqual({
    eip155: {
      chains: ['eip155:10'],
      methods: ['personal_sign'],
      events: ['chainChanged'],
      rpcMap: { 1: 'http://127.0.0.1:9', 137: 'http://127.0.0.1:9', 10: 'https://ten.example' },
    },
  })
})

it('requests methods for accounts, signing, sending, chains, permissions, calls, capabilities and assets [S7.methods.01]', () => {
  const groups = {
    accounts: /^eth_(requestA|a)ccounts$/,
    signing: /^(personal_sign|eth_signTypedData)/,
    sending: /^eth_sendTransaction$/,
    chains: /^wallet_(switch|add)EthereumChain$/,
    permissions: /Permissions$/,
    calls: /^wallet_(sendCalls|getCallsStatus)$/,
    capabilities: /^wallet_getCapabilities$/,
    assets: /^wallet_getAssets$/,
  }
  for (const group of Object.values(groups))
    expect(SESSION_METHODS.eip155.some((method) => group.test(method))).toBe(true)
})

it("separates read methods from methods that need the visitor's approval", () => {
  expect(SAFE_METHODS.filter((method) => UNSAFE_METHODS.includes(method))).toEqual([])
  for (const list of [SAFE_METHODS, UNSAFE_METHODS]) expect(new Set(list).size).toBe(list.length)
})

it('can be requested on the well-known chains [S9.wc.01]', () => {
  const wanted = [1, 10, 56, 100, 137, 8453, 42161, 43114].map((id) => `eip155:${id}`)
  expect(networkIds()).toEqual(expect.arrayContaining(wanted))
  expect(
    proposedNamespaces(makeKit({ networks: wanted.map((id) => network(Number(id.slice(7)))) })).eip155?.chains,
  ).toEqual(wanted)
})
