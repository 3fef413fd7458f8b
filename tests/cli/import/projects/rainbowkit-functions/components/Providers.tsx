'use client'
import { darkTheme, lightTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { useTheme } from 'next-themes'
import type { ReactNode } from 'react'
import { WagmiProvider } from 'wagmi'
import { wagmiConfig } from '~~/services/wagmiConfig'

export const Providers = ({ children }: { children: ReactNode }) => {
  const { resolvedTheme } = useTheme()
  const isDark = resolvedTheme === 'dark'
  return (
    <WagmiProvider config={wagmiConfig}>
      <RainbowKitProvider avatar={() => null} theme={isDark ? darkTheme() : lightTheme()}>
        {children}
      </RainbowKitProvider>
    </WagmiProvider>
  )
}
