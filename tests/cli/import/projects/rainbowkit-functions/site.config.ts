import * as chains from 'viem/chains'

export const FALLBACK_KEY = 'fallback-key'

const siteConfig = {
  targetNetworks: [chains.optimism, chains.foundry],
  pollingInterval: 30000,
  rpcKey: process.env.NEXT_PUBLIC_RPC_KEY || FALLBACK_KEY,
  walletConnectProjectId: process.env.NEXT_PUBLIC_WC_ID || 'abababababababababababababababab',
  onlyLocal: true,
} as const

export default siteConfig
