import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppKit } from '@reown/appkit/react'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { base, defineChain, mainnet, sepolia, type AppKitNetwork } from '@reown/appkit/networks'
import App from './App'

const projectId = import.meta.env.VITE_PROJECT_ID as string

const customNetwork = defineChain({
  id: 123456789,
  caipNetworkId: 'eip155:123456789',
  chainNamespace: 'eip155',
  name: 'Quay',
  nativeCurrency: { decimals: 18, name: 'Quay', symbol: 'QUAY' },
  rpcUrls: { default: { http: ['https://rpc.quay.example'], webSocket: ['wss://rpc.quay.example'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://scan.quay.example' } },
  contracts: {},
})

const networks: [AppKitNetwork, ...AppKitNetwork[]] = [
  mainnet,
  base,
  customNetwork,
  ...(import.meta.env.DEV ? [sepolia] : []),
]

createAppKit({
  adapters: [new EthersAdapter()],
  networks,
  defaultNetwork: base,
  projectId,
  metadata: {
    name: 'Quay',
    description: 'Quay example',
    url: window.location.origin,
    icons: ['https://quay.example/icon.png'],
  },
  features: {
    analytics: false,
    email: false,
    socials: [],
    swaps: false,
    onramp: false,
    connectMethodsOrder: ['wallet', 'email', 'social'],
  },
  featuredWalletIds: ['c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'],
  excludeWalletIds: ['4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'],
  allWallets: 'ONLY_MOBILE',
  coinbasePreference: 'eoaOnly',
  termsConditionsUrl: 'https://quay.example/terms',
  privacyPolicyUrl: 'https://quay.example/privacy',
  customRpcUrls: { 'eip155:1': [{ url: 'https://eth.quay.example' }] },
  themeVariables: { '--w3m-border-radius-master': '2px', '--w3m-color-mix': '#00BB7F', '--w3m-z-index': 50 },
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
