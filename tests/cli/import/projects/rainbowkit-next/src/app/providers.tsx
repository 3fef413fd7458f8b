'use client'
import '@rainbow-me/rainbowkit/styles.css'
import { darkTheme, lightTheme, RainbowKitProvider, type DisclaimerComponent } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WagmiProvider } from 'wagmi'
import { base } from 'wagmi/chains'
import { config } from '../wagmi'

const queryClient = new QueryClient()

const Disclaimer: DisclaimerComponent = ({ Text, Link }) => (
  <Text>
    By connecting you agree to the <Link href="https://rain.example/terms">Terms of Service</Link> and the{' '}
    <Link href="https://rain.example/privacy">Privacy Policy</Link>
  </Text>
)

export function Providers({ children }: { children: ReactNode }) {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider
          initialChain={base}
          appInfo={{ appName: 'Rain', disclaimer: Disclaimer }}
          theme={{
            lightMode: lightTheme({ accentColor: '#7b3fe4', borderRadius: 'medium' }),
            darkMode: darkTheme({ accentColor: '#7b3fe4', borderRadius: 'medium' }),
          }}
        >
          {children}
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
