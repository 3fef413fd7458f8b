import { http, type Chain } from 'viem'
import * as chains from 'viem/chains'

const KEY = 'k3y'
const rpc = (name: string) => `https://${name}.rpc.example/${KEY}`

export const pier = {
  id: 90210,
  name: 'Pier',
  iconUrl: 'https://pier.example/icon.png',
  nativeCurrency: { name: 'Pier', symbol: 'PIER', decimals: 18 },
  rpcUrls: { default: { http: [rpc('pier')] } },
} as const satisfies Chain

export const targets = [
  chains.mainnet,
  { ...chains.base, rpcUrls: { default: { http: [rpc('base')] } } },
  pier,
] as const

export const transports = Object.fromEntries(targets.map((chain) => [chain.id, http(rpc(String(chain.id)))]))
