import coinbaseModule from '@web3-onboard/coinbase'
import Onboard from '@web3-onboard/core'
import injectedModule from '@web3-onboard/injected-wallets'
import ledgerModule from '@web3-onboard/ledger'
import safeModule from '@web3-onboard/gnosis'
import trustModule from '@web3-onboard/trust'
import walletConnectModule from '@web3-onboard/walletconnect'

const INFURA = 'https://mainnet.infura.example/v3/abc'
const injected = injectedModule()
const wallets = [
  injected,
  walletConnectModule({ projectId: 'd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0', dappUrl: 'https://onboard.example' }),
  coinbaseModule(),
  ledgerModule({ walletConnectVersion: 2, projectId: 'd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0' }),
  trustModule(),
  safeModule(),
]

export const onboard = Onboard({
  wallets,
  chains: [
    { id: '0x1', token: 'ETH', label: 'Ethereum Mainnet', rpcUrl: INFURA },
    { id: 42161, token: 'ARB-ETH', label: 'Arbitrum One', rpcUrl: 'https://rpc.ankr.example/arbitrum' },
    { id: '0x2105', token: 'ETH', label: 'Base', rpcUrl: 'https://mainnet.base.org' },
  ],
  theme: { '--w3o-background-color': '#111', '--w3o-action-color': '#6470ff' },
  connect: { autoConnectLastWallet: true },
  accountCenter: { desktop: { enabled: false } },
  appMetadata: {
    name: 'Onboard',
    icon: '<svg></svg>',
    description: 'Onboard example',
    agreement: {
      version: '1.0.0',
      termsUrl: 'https://onboard.example/terms',
      privacyUrl: 'https://onboard.example/privacy',
    },
    recommendedInjectedWallets: [{ name: 'MetaMask', url: 'https://metamask.io' }],
  },
})
