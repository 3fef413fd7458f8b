/**
 * Test accounts of the other namespaces. They are derived from public strings (wallet/namespaces/keys.ts) and written
 * out here, so that a start does not have to derive them. Their keys are public: never send real funds to them.
 */

/** A Solana account: its address (base58) and its 32-byte ed25519 seed (hex). */
export type SolanaAccount = { address: string; secretKey: string }

/** A Bitcoin account: its P2WPKH address, its private key (32 bytes, hex) and its compressed public key (hex). */
export type BitcoinAccount = { address: string; seed: string; publicKey: string }

/** A Polkadot account: its address (SS58, prefix 42) and its 32-byte sr25519 seed (hex). */
export type PolkadotAccount = { address: string; seed: string }

export const solanaAccounts: readonly SolanaAccount[] = [
  {
    address: 'Awpd4GndSZBuXLWUsHmD5VbAFSVP3ce2JztFr6PFmFro',
    secretKey: '21f6ca19cde87f2958c06bac6ed0afc13fcd0124abfdda4d9908503e6c5e785f',
  },
  {
    address: '4gXB51n735iajBuZiNxc41rrnUw2sVtpkzowagT9KDyF',
    secretKey: '999e0edfc13fabcefa209189e2b7e7f08fa76f7bbf1b40000e5cc45ef25fc0a6',
  },
  {
    address: 'Fqkyb7vtkp22TzccrFUVqZ7fXruGq4VfGQTSCN7ptFAR',
    secretKey: '26ed3d5a8bb1e91d27c88480402e9643e02c2a6231c843874e7c6f06d39c8366',
  },
]

export const bitcoinAccounts: readonly BitcoinAccount[] = [
  {
    address: 'bcrt1q6l7t5fsagfehhdy5j29hsfa3gpkvsgwmttx4rs',
    seed: '298ae1ca639a97f85d4ea1e2d7b570104a00be2e9bcd90e58285431029e328bf',
    publicKey: '033083c0216287ffa0c945b2cc3c6fd3fb8f60ca7025b40c148db672cd43c90637',
  },
  {
    address: 'bcrt1qq5amu9c6826gnsj3ft5uvxgfh482qn37cwelre',
    seed: 'd720b2aa22f3935c6cbe61a8008d7deffd87d933ff719f447115c6427e300d87',
    publicKey: '027b8c8146b7c82eb3b74eefbbbd1e0473709127af617dcf5d5d8aae119045cb95',
  },
  {
    address: 'bcrt1qmpyddy9qcy889uhyp23j8t2jnzdrrwlmskq2sr',
    seed: 'ac25949b524e5261901d138078dd585743c0d0de383af9e5c307b79b12893857',
    publicKey: '02d4a4bb1b5c48b8fe55e0d8d33c03361ec6cd88b99522fe22f2ee47fb6793b360',
  },
]

export const polkadotAccounts: readonly PolkadotAccount[] = [
  {
    address: '5FBqhNv1SdFgBRYyTEdFRHJEP87rjgZaUNhouPq1AR7Lk8Yh',
    seed: '64d70a22886233e8bce10adea5cc43c757cbb65adeba1dd9e83ff13ff6f1cc51',
  },
  {
    address: '5Ef6StrMhyQijhK4WyBi59kRrLqBYDDiEfxPtiWKWdssdfVE',
    seed: '39ac8f0862cfcce5435528ad3706f6eb53c845854fb45748f34ca8d0bacf0cf7',
  },
  {
    address: '5GbQg63mYLdsrbCDVZ5qdU6HcbCsjDeyaa5pxt6ZsMnJrR6X',
    seed: '0deef01c3a9aa316d8c9f7660a0519919993b592b153d1c77270cc1e3504f0d9',
  },
]

/** The sandbox's SPL token. The first Solana account may mint more. */
export const solanaMint = {
  address: '8AmdERAtgNXJZKD4Sr6Y5Rzv46sPxSC9PSnJxtxsqL8j',
  symbol: 'SUSD',
  decimals: 6,
} as const
