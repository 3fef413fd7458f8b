'use client'

import { bitcoinAdapter, networks, projectId, solanaAdapter, wagmiAdapter } from '#/config'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createAppKit } from '@reown/appkit/react'
import { DefaultSIWX } from '@reown/appkit-siwx'
import React, { type ReactNode } from 'react'
import { cookieToInitialState, WagmiProvider, type Config } from 'wagmi'

const queryClient = new QueryClient()

const metadata = {
  name: 'next-multichain',
  description: 'Next with several chains',
  url: 'https://multi.example',
  icons: ['https://multi.example/icon.png'],
}

export const modal = createAppKit({
  adapters: [wagmiAdapter, solanaAdapter, bitcoinAdapter],
  projectId,
  networks,
  metadata,
  themeMode: 'dark',
  siwx: new DefaultSIWX(),
  enableCoinbase: false,
  features: { analytics: true, socials: ['google', 'x', 'github'] },
})

function ContextProvider({ children, cookies }: { children: ReactNode; cookies: string | null }) {
  const initialState = cookieToInitialState(wagmiAdapter.wagmiConfig as Config, cookies)
  return (
    <WagmiProvider config={wagmiAdapter.wagmiConfig as Config} initialState={initialState}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </WagmiProvider>
  )
}

export default ContextProvider
