import { describe, expect, it } from 'vitest'
import type { CaipNetwork } from '../../../runtime/contracts/network.ts'
import { RPC_NETWORKS, rpcUrl, rpcUrls } from '../../../runtime/http/endpoint.ts'
import type { CaipNetworkId } from '../../../runtime/lib/namespace.ts'

const network = (caipNetworkId: CaipNetworkId): CaipNetwork => ({
  id: Number(caipNetworkId.split(':')[1]),
  caipNetworkId,
  chainNamespace: 'eip155',
  name: 'N',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://own.example'] } },
})

describe('the RPC service', () => {
  it('is asked at {rpc}/v1/?chainId={CAIP-2}&projectId={id} [S7.endpoint.01]', () => {
    expect(rpcUrl('https://rpc.example', 'eip155:137', 'P')).toBe(
      'https://rpc.example/v1/?chainId=eip155:137&projectId=P',
    )
    expect(rpcUrl('https://rpc.example//', 'eip155:137', 'a&b')).toBe(
      'https://rpc.example/v1/?chainId=eip155:137&projectId=a%26b',
    )
  })

  it('is given CAIP-2 chain ids [S7.endpoint.02]', () => {
    for (const id of RPC_NETWORKS) {
      expect(new URL(rpcUrl('https://rpc.example', id, 'P')).searchParams.get('chainId')).toMatch(
        /^(eip155:\d+|solana:\w{32})$/,
      )
    }
  })

  it('serves 24 EVM networks and Solana mainnet, devnet and testnet [S7.endpoint.03] [S7.endpoint.04]', () => {
    expect(new Set(RPC_NETWORKS).size).toBe(27)
    expect(RPC_NETWORKS.filter((id) => id.startsWith('eip155:'))).toHaveLength(24)
    expect(RPC_NETWORKS.filter((id) => id.startsWith('solana:')).map((id) => id.slice(7))).toEqual([
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ])
  })

  it('is used only for listed networks, and the list can be another [S7.endpoint.05]', () => {
    const config = { projectId: 'P', services: { rpc: 'https://rpc.example' } }
    const served = (id: CaipNetworkId, listed?: string[]) => rpcUrls(config, network(id), listed)
    expect(served('eip155:137')).toEqual([
      'https://rpc.example/v1/?chainId=eip155:137&projectId=P',
      'https://own.example',
    ])
    expect(served('eip155:250')).toEqual(['https://own.example'])
    expect(served('eip155:250', ['eip155:250'])[0]).toBe('https://rpc.example/v1/?chainId=eip155:250&projectId=P')
    expect(served('eip155:137', ['eip155:250'])).toEqual(['https://own.example'])
  })

  it('has the host that the config names, or none [S9.open.02]', () => {
    const at = (rpc?: string) => rpcUrls({ projectId: 'P', services: rpc ? { rpc } : {} }, network('eip155:1'))
    expect(at('https://other.example/base')[0]).toMatch(/^https:\/\/other\.example\/base\/v1\/\?/)
    expect(at()).toEqual(['https://own.example'])
  })

  it('comes after custom URLs and before the network’s own', () => {
    const config = {
      projectId: 'P',
      services: { rpc: 'https://rpc.example' },
      customRpcUrls: { 'eip155:1': ['https://mine.example'] },
    }
    expect(rpcUrls(config, network('eip155:1')).map((url) => new URL(url).host)).toEqual([
      'mine.example',
      'rpc.example',
      'own.example',
    ])
  })

  it('serves local development chains only on this machine', () => {
    const first = (rpc: string) =>
      new URL(rpcUrls({ projectId: 'P', services: { rpc } }, network('eip155:31337'))[0] ?? '').host
    expect(first('http://127.0.0.1:4100')).toBe('127.0.0.1:4100')
    expect(first('https://rpc.example')).toBe('own.example')
  })
})
