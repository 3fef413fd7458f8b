import { createWeb3Modal, defaultConfig } from '@web3modal/ethers/react'

const projectId = 'e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7'

const mainnet = {
  chainId: 1,
  name: 'Ethereum',
  currency: 'ETH',
  explorerUrl: 'https://etherscan.io',
  rpcUrl: 'https://cloudflare-eth.com',
}
const tidal = {
  chainId: 777123,
  name: 'Tidal',
  currency: 'TIDE',
  explorerUrl: 'https://scan.tidal.example',
  rpcUrl: 'https://rpc.tidal.example',
}

const metadata = {
  name: 'Tidal',
  description: 'Tidal',
  url: 'https://tidal.example',
  icons: ['https://tidal.example/icon.png'],
}

const ethersConfig = defaultConfig({
  metadata,
  enableEIP6963: true,
  enableInjected: true,
  enableCoinbase: false,
  rpcUrl: '...',
  defaultChainId: 777123,
})

createWeb3Modal({ ethersConfig, chains: [mainnet, tidal], projectId, enableAnalytics: false })

export default function App() {
  return <w3m-button />
}
