import { p2tr, p2wpkh, secp256k1 } from '../../lib/vendor/testKeys.ts'

/** Address prefixes of the chains that a test wallet may be on. */
export const BITCOIN_NETWORKS = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
} as const
export type BitcoinChain = keyof typeof BITCOIN_NETWORKS

/** One of a seed's two addresses: a segwit one for payments, or a taproot one for ordinals. */
export type BitcoinKey = {
  address: string
  /** 33 bytes on segwit (compressed), 32 on taproot (BIP-340). */
  publicKey: Uint8Array
  purpose: 'payment' | 'ordinals'
  script: Uint8Array
  seed: Uint8Array
}

/** The two addresses of a 32-byte private key: P2WPKH (as in BIP-84) and P2TR (as in BIP-86), both of the same key. */
export function bitcoinKeys(seed: Uint8Array, chain: BitcoinChain): [payment: BitcoinKey, ordinals: BitcoinKey] {
  const [network, publicKey] = [BITCOIN_NETWORKS[chain], secp256k1.getPublicKey(seed, true)]
  const inner = publicKey.subarray(1)
  const [pays, holds] = [p2wpkh(publicKey, network), p2tr(inner, undefined, network)]
  return [
    { address: pays.address ?? '', publicKey, purpose: 'payment', script: pays.script, seed },
    { address: holds.address ?? '', publicKey: inner, purpose: 'ordinals', script: holds.script, seed },
  ]
}
