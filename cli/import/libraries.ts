/** The libraries whose set-ups `walletkit import` reads, by the name that the command takes. */
import { appkit } from './appkit.ts'
import { connectkit } from './connectkit.ts'
import type { Library, LibraryName } from './library.ts'
import { onchainkit } from './onchainkit.ts'
import { rainbowkit } from './rainbowkit.ts'
import { solanaAdapter } from './solanaAdapter.ts'
import { web3Onboard } from './web3Onboard.ts'

export const LIBRARIES: Readonly<Record<LibraryName, Library>> = {
  appkit,
  rainbowkit,
  connectkit,
  onchainkit,
  'web3-onboard': web3Onboard,
  'solana-wallet-adapter': solanaAdapter,
}
