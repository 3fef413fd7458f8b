/**
 * The public view names (reference 1.10; decisions 4.31). `open({ view })` accepts each that the build holds; a panel's
 * own views come with its plugin.
 */
export const VIEWS = {
  connect: 'Connect',
  allWallets: 'AllWallets',
  connectingExternal: 'ConnectingExternal',
  connectingMultiChain: 'ConnectingMultiChain',
  connectingWalletConnect: 'ConnectingWalletConnect',
  connectingWalletConnectBasic: 'ConnectingWalletConnectBasic',
  connectingFarcaster: 'ConnectingFarcaster',
  connectingSiwe: 'ConnectingSiwe',
  siwxSignMessage: 'SIWXSignMessage',
  approveTransaction: 'ApproveTransaction',
  account: 'Account',
  networks: 'Networks',
  switchNetwork: 'SwitchNetwork',
  unsupportedChain: 'UnsupportedChain',
  whatIsAWallet: 'WhatIsAWallet',
  whatIsANetwork: 'WhatIsANetwork',
  getWallet: 'GetWallet',
  swap: 'Swap',
  send: 'WalletSend',
  receive: 'WalletReceive',
  onramp: 'OnRampProviders',
  activity: 'Transactions',
  registerAccountName: 'RegisterAccountName',
  registerAccountNameSuccess: 'RegisterAccountNameSuccess',
} as const

/** A name as the spec spells two of them (`register-account-name`), or as it is. */
export const viewNamed = (name: string): string =>
  name.includes('-') ? name.replace(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase()) : name
