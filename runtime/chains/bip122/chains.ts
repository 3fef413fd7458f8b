/** Bitcoin's chains: names that wallets use, and CAIP-2 references (first 32 digits of the genesis block's hash). */
import type { CaipNetworkId } from '../../lib/namespace.ts'

export type Chain = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

const REFERENCES: Readonly<Record<Chain, string>> = {
  mainnet: '000000000019d6689c085ae165831e93',
  testnet: '000000000933ea01ad0ee984209779ba',
  testnet4: '00000000da84f2bafbbc53dee25a72ae',
  signet: '00000008819873e925422c1ff0f99f7c',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328',
}
const CHAINS = Object.keys(REFERENCES) as Chain[]

/**
 * The chain of a CAIP-2 id. For an unknown id it is `testnet`, so that addresses in the test networks' format are
 * valid.
 */
export const chainOf = (caipNetworkId: string): Chain =>
  CHAINS.find((chain) => caipNetworkId === idOf(chain)) ?? 'testnet'

export const idOf = (chain: Chain): CaipNetworkId => `bip122:${REFERENCES[chain]}`

/** Parses a wallet's name of a chain, such as `Mainnet`, `livenet`, `BITCOIN_TESTNET4` or `bitcoin:regtest`. */
export function parseChain(value: unknown): Chain | undefined {
  if (typeof value !== 'string') return undefined
  const word = value.toLowerCase().replace(/^bitcoin[_:]/, '')
  if (word === 'livenet') return 'mainnet'
  return CHAINS.find((chain) => chain === word)
}
