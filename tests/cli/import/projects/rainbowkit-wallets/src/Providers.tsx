import { midnightTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import merge from 'lodash.merge'
import type { ReactNode } from 'react'
import { createConfig, WagmiProvider } from 'wagmi'
import { targets, transports } from './chains'
import { connectors } from './wallets'

const theme = merge(midnightTheme(), { colors: { accentColor: '#07296d', modalBackground: '#000' } })
const wagmiConfig = createConfig({ chains: targets, connectors, transports, ssr: true })

export const Providers = ({ children }: { children: ReactNode }) => (
  <WagmiProvider config={wagmiConfig}>
    <RainbowKitProvider theme={theme} modalSize="compact" showRecentTransactions>
      {children}
    </RainbowKitProvider>
  </WagmiProvider>
)
