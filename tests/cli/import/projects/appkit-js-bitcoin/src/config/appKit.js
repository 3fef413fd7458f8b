import { createAppKit } from '@reown/appkit'
import { BitcoinAdapter } from '@reown/appkit-adapter-bitcoin'
import { Ethers5Adapter } from '@reown/appkit-adapter-ethers5'
import { bitcoin, bitcoinTestnet, gnosis } from '@reown/appkit/networks'

const projectId = import.meta.env.VITE_PROJECT_ID || 'b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0'

export const appKit = initialise(createConfig())

function createConfig() {
  const networks = [bitcoin, bitcoinTestnet, gnosis]
  const adapters = [new BitcoinAdapter({ projectId }), new Ethers5Adapter()]
  return { adapters, networks }
}

function initialise() {
  const { adapters, networks } = createConfig()
  return createAppKit({
    adapters,
    networks,
    projectId,
    enableCoinbase: false,
    themeMode: 'light',
    metadata: { name: 'Coins', description: 'Coins', url: 'https://coins.example', icons: [] },
    features: { email: false, socials: false },
  })
}
