import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { base, polygon, type AppKitNetwork } from '@reown/appkit/networks'

export const projectId = import.meta.env.VITE_PROJECT_ID || '0123456789abcdef0123456789abcdef'
export const networks: [AppKitNetwork, ...AppKitNetwork[]] = [base, polygon]
export const wagmiAdapter = new WagmiAdapter({ networks, projectId })
