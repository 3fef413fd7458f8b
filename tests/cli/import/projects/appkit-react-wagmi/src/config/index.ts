import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { arbitrum, mainnet } from '@reown/appkit/networks'
import type { AppKitNetwork } from '@reown/appkit/networks'

export const projectId = import.meta.env.VITE_PROJECT_ID || 'aaaa1111bbbb2222cccc3333dddd4444'

if (!projectId) {
  throw new Error('Project ID is not defined')
}

export const metadata = {
  name: 'Harbour',
  description: 'A harbour for tokens',
  url: 'https://harbour.example',
  icons: ['https://harbour.example/icon.png'],
}

export const networks = [mainnet, arbitrum] as [AppKitNetwork, ...AppKitNetwork[]]

export const wagmiAdapter = new WagmiAdapter({ projectId, networks })

export const config = wagmiAdapter.wagmiConfig
