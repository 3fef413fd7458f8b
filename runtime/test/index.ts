/** `walletkit/test`: wallets for tests, with real keys and a real node. See README.md in this folder. */
export { installTestWallet, type InstalledTestWallet, type InstallOptions } from './install.ts'
export type { TestControls } from './holder.ts'
export { FIRST_TEST_KEY, TEST_WALLET, type Switches, type TestChain, type TestWalletOptions } from './options.ts'
export type { WalletAnswers } from './connector.ts'
export {
  createTestPluginKit,
  type TestPlugin,
  type TestPluginKit,
  type TestPluginOptions,
  type TestRequired,
} from './pluginKit.ts'
export type { TestFetch, TestRecords, TestReport, TestTracked } from './pluginRecords.ts'
export { createTestWallet, type TestProvider, type TestRequest, type TestWallet } from './wallet.ts'
export { createTestBitcoinWallet, type TestBitcoinOptions, type TestBitcoinWallet } from './bitcoin.ts'
export { createTestPolkadotWallet, type TestPolkadotOptions, type TestPolkadotWallet } from './polkadot.ts'
export { createTestSolanaWallet, type TestSolanaOptions, type TestSolanaWallet } from './solana.ts'
