'use client'
import { config, projectId } from '@/config'
import { createWeb3Modal } from '@web3modal/wagmi/react'
import type { ReactNode } from 'react'
import { WagmiProvider } from 'wagmi'

createWeb3Modal({
  wagmiConfig: config,
  projectId,
  enableAnalytics: true,
  enableOnramp: true,
  themeMode: 'dark',
  tokens: { 1: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' } },
})

export default function Web3ModalProvider({ children }: { children: ReactNode }) {
  return <WagmiProvider config={config}>{children}</WagmiProvider>
}
