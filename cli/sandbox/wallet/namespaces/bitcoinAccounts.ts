import { secp256k1 } from '@noble/curves/secp256k1'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { referenceOf } from '../namespace.ts'
import { testSeeds } from './keys.ts'

type Network = { bech32: string; pubKeyHash: number; scriptHash: number; wif: number }

const testNetwork: Network = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** By the start of a chain's genesis hash; other chains are taken for test chains. */
const networks: Record<string, Network> = {
  '000000000019d6689c085ae165831e93': { bech32: 'bc', pubKeyHash: 0, scriptHash: 5, wif: 0x80 },
  '0f9188f13cb7b2c71f2a335e3a4fc328': { ...testNetwork, bech32: 'bcrt' },
}

export const networkOf = (chainId: string): Network => networks[referenceOf(chainId)] ?? testNetwork

/** One of a seed's two addresses. `key` is compressed, or of 32 bytes (BIP-340) for the Taproot one. */
export type BitcoinAccount = {
  address: string
  intention: 'payment' | 'ordinal'
  seed: Uint8Array
  key: Uint8Array
  script: Uint8Array
}

/** Each seed's payment address (P2WPKH) and the address for ordinals (P2TR of the same key), on a chain. */
export function bitcoinAccounts(chainId: string): { payment: BitcoinAccount; ordinal: BitcoinAccount }[] {
  const network = networkOf(chainId)
  return testSeeds('bip122').map((seed) => {
    const key = secp256k1.getPublicKey(seed, true)
    const inner = key.subarray(1)
    const [segwit, taproot] = [p2wpkh(key, network), p2tr(inner, undefined, network)]
    return {
      payment: { address: segwit.address ?? '', intention: 'payment', seed, key, script: segwit.script },
      ordinal: { address: taproot.address ?? '', intention: 'ordinal', seed, key: inner, script: taproot.script },
    }
  })
}
