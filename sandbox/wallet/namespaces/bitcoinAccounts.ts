import { type BitcoinChain, type BitcoinKey, bitcoinKeys } from '../../../runtime/test/sign/bitcoinKeys.ts'
import { referenceOf } from '../namespace.ts'
import { testSeeds } from './keys.ts'

/** The kinds of Bitcoin chains, by the start of the genesis hash. Any other chain is treated as testnet. */
const chains: Record<string, BitcoinChain> = {
  '000000000019d6689c085ae165831e93': 'mainnet',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

export const chainOf = (chainId: string): BitcoinChain => chains[referenceOf(chainId)] ?? 'testnet'

/** The wallet's keys on a chain: for each seed, that of its payment address and that of its ordinals address. */
export const bitcoinAccounts = (chainId: string): [payment: BitcoinKey, ordinals: BitcoinKey][] =>
  testSeeds('bip122').map((seed) => bitcoinKeys(seed, chainOf(chainId)))
