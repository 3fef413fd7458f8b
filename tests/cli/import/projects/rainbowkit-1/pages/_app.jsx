import '@rainbow-me/rainbowkit/styles.css'
import { connectorsForWallets, getDefaultWallets, lightTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { argentWallet, trustWallet } from '@rainbow-me/rainbowkit/wallets'
import { configureChains, createConfig, WagmiConfig } from 'wagmi'
import { gnosis, mainnet, zora } from 'wagmi/chains'
import { publicProvider } from 'wagmi/providers/public'

const { chains, publicClient, webSocketPublicClient } = configureChains([mainnet, gnosis, zora], [publicProvider()])

const projectId = 'f00df00df00df00df00df00df00df00d'
const appName = 'RainbowKit demo'

const { wallets } = getDefaultWallets({ appName, projectId, chains })

const connectors = connectorsForWallets([
  ...wallets,
  { groupName: 'Other', wallets: [argentWallet({ projectId, chains }), trustWallet({ projectId, chains })] },
])

const wagmiConfig = createConfig({ autoConnect: true, connectors, publicClient, webSocketPublicClient })

export default function MyApp({ Component, pageProps }) {
  return (
    <WagmiConfig config={wagmiConfig}>
      <RainbowKitProvider
        appInfo={{ appName }}
        chains={chains}
        theme={lightTheme({ ...lightTheme.accentColors.green })}
      >
        <Component {...pageProps} />
      </RainbowKitProvider>
    </WagmiConfig>
  )
}
