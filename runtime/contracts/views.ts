/**
 * The names of views that a site can open with `open({ view })`. A build contains the view of a feature, such as
 * `Swap`, only if the feature is on.
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
 * Converts a name with hyphens, such as `register-account-name`, to the view's own name (`RegisterAccountName`).
 * Returns a name without hyphens unchanged.
 */
export const viewNamed = (name: string): string =>
  name.includes('-') ? name.replace(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase()) : name
