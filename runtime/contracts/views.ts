/**
 * The public view names. `open({ view })` accepts each view that the build contains; a feature's views come with its
 * plugin.
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
  connections: 'Connections',
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

/**
 * Converts a name with hyphens (the alias `register-account-name`) to the view's own name; returns others unchanged.
 */
export const viewNamed = (name: string): string =>
  name.includes('-') ? name.replace(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase()) : name
