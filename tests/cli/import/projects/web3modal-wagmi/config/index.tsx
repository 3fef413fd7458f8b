import { defaultWagmiConfig } from '@web3modal/wagmi/react/config'
import { cookieStorage, createStorage, http } from 'wagmi'
import { mainnet, sepolia, zksync } from 'wagmi/chains'

export const projectId = process.env.NEXT_PUBLIC_PROJECT_ID ?? 'c0ffeec0ffeec0ffeec0ffeec0ffee00'

const metadata = {
  name: 'Web3Modal',
  description: 'Web3Modal Example',
  url: 'https://modal.example',
  icons: ['https://modal.example/icon.png'],
}

const isProduction = process.env.NODE_ENV === 'production'
const chains = isProduction ? ([mainnet, zksync] as const) : ([mainnet, sepolia] as const)

export const config = defaultWagmiConfig({
  chains,
  projectId,
  metadata,
  ssr: true,
  storage: createStorage({ storage: cookieStorage }),
  transports: { [mainnet.id]: http('https://eth.modal.example') },
  auth: { email: true, socials: ['google', 'apple', 'farcaster'], showWallets: true, walletFeatures: true },
})
