import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { metaMaskWallet, trustWallet, walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import { rainbowkitBurnerWallet } from 'burner-connector'
import * as chains from 'viem/chains'
import siteConfig from '~~/site.config'

const { onlyLocal, targetNetworks } = siteConfig

const wallets = [
  metaMaskWallet,
  walletConnectWallet,
  trustWallet,
  ...(!targetNetworks.some((network) => network.id !== chains.foundry.id) || !onlyLocal ? [rainbowkitBurnerWallet] : []),
]

export const wagmiConnectors = () => {
  if (typeof window === 'undefined') return []
  return connectorsForWallets([{ groupName: 'Supported Wallets', wallets }], {
    appName: 'functions',
    projectId: siteConfig.walletConnectProjectId,
  })
}
