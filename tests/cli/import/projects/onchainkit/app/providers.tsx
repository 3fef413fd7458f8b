'use client'
import { OnchainKitProvider } from '@coinbase/onchainkit'
import type { ReactNode } from 'react'
import { base, baseSepolia } from 'wagmi/chains'
import { cookieStorage, createConfig, createStorage, http, WagmiProvider } from 'wagmi'
import { coinbaseWallet, metaMask } from 'wagmi/connectors'

const wagmiConfig = createConfig({
  chains: [base, baseSepolia],
  connectors: [coinbaseWallet({ appName: 'onchainkit', preference: 'smartWalletOnly', version: '4' }), metaMask()],
  storage: createStorage({ storage: cookieStorage }),
  ssr: true,
  transports: { [base.id]: http(), [baseSepolia.id]: http() },
})

export function Providers({ children }: { children: ReactNode }) {
  return (
    <WagmiProvider config={wagmiConfig}>
      <OnchainKitProvider
        apiKey={process.env.NEXT_PUBLIC_ONCHAINKIT_API_KEY}
        chain={base}
        config={{
          appearance: { name: 'Basin', logo: 'https://basin.example/logo.png', mode: 'auto', theme: 'cyberpunk' },
          wallet: {
            display: 'modal',
            termsUrl: 'https://basin.example/terms',
            privacyUrl: 'https://basin.example/privacy',
            supportedWallets: { rabby: true, trust: false, frame: true },
          },
        }}
      >
        {children}
      </OnchainKitProvider>
    </WagmiProvider>
  )
}
