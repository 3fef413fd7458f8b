import type { Family } from '../../contracts/family.ts'
import { words } from '../../lib/text.ts'

export const eip155: Family = {
  namespace: 'eip155',
  name: 'EVM Networks',
  // Some people paste an address without 0x.
  address: /^(0x)?[\da-f]{40}$/i,
  accountType: 'smartAccount',
  nativeToken: `0x${'e'.repeat(40)}`,
  methods: words(`eth_accounts eth_requestAccounts eth_sendRawTransaction eth_sign eth_signTransaction eth_signTypedData
    eth_signTypedData_v3 eth_signTypedData_v4 eth_sendTransaction personal_sign wallet_switchEthereumChain
    wallet_addEthereumChain wallet_getPermissions wallet_requestPermissions wallet_registerOnboarding wallet_watchAsset
    wallet_scanQRCode wallet_getCallsStatus wallet_showCallsStatus wallet_sendCalls wallet_getCapabilities
    wallet_grantPermissions wallet_revokePermissions wallet_getAssets`),
}
