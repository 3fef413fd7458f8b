/** Types for the parts of bcoin, the local node's library, that the sandbox uses. bcoin has no types of its own. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

export type Script = { toRaw: () => Buffer }
export type Tx = {
  txid: () => string
  inputs: {
    prevout: { txid: () => string; index: number }
    script: Script
    witness: { items: Buffer[] }
    sequence: number
  }[]
  outputs: { value: number; script: Script }[]
  version: number
  locktime: number
  isCoinbase: () => boolean
  getSize: () => number
  getWeight: () => number
  toRaw: () => Buffer
}
export type Entry = { height: number; time: number; rhash: () => string }
export type Block = { txs: Tx[] }
type Part = { open: () => Promise<void>; close: () => Promise<void> }
export type Mempool = Part & {
  _addBlock: (entry: Entry, txs: Tx[]) => Promise<void>
  /** Adds a transaction. Resolves with the hashes of its parent transactions that are missing, or null. */
  addTX: (tx: Tx) => Promise<unknown[] | null>
}
export type ChainPart = Part & {
  tip: Entry
  height: number
  on: (event: 'connect', listener: (entry: Entry, block: Block) => Promise<void>) => void
  add: (block: Block) => Promise<Entry | null>
}
export type Miner = Part & { addresses: object[]; cpu: { mineBlock: () => Promise<Block | null> } }
type Network = { minerWindow: number; activationThreshold: number; minRelay: number }
type Mtx = Tx & {
  addCoin: (coin: object) => void
  addOutput: (output: { script: object; value: number }) => void
  sign: (ring: KeyRing) => number
  toTX: () => Tx
}
type KeyRing = { witness: boolean; getAddress: () => object }

export type Library = {
  Network: { get: (name: 'regtest') => Network }
  Chain: new (options: object) => ChainPart
  Mempool: new (options: object) => Mempool
  Miner: new (options: object) => Miner
  TX: { fromRaw: (bytes: Buffer) => Tx }
  MTX: new () => Mtx
  Coin: { fromTX: (tx: Tx, index: number, height: number) => object }
  Script: { fromRaw: (bytes: Buffer) => object }
  KeyRing: { fromPrivate: (key: Buffer, compressed: boolean) => KeyRing }
}

/** The module of each part of bcoin. The published package contains these and their dependencies (`bundle.ts`). */
export const parts: Record<keyof Library, string> = {
  Network: 'bcoin/lib/protocol/network',
  Chain: 'bcoin/lib/blockchain/chain',
  Mempool: 'bcoin/lib/mempool/mempool',
  Miner: 'bcoin/lib/mining/miner',
  TX: 'bcoin/lib/primitives/tx',
  MTX: 'bcoin/lib/primitives/mtx',
  Coin: 'bcoin/lib/primitives/coin',
  Script: 'bcoin/lib/script/script',
  KeyRing: 'bcoin/lib/primitives/keyring',
}

/** `NODE_BACKEND` keeps bcoin from looking for native code, which is not built here. */
export const environment = { NODE_BACKEND: 'js', BCOIN_WORKERS: 'false' }

/**
 * Loads the library: the published package has it next to the sandbox as one file; from source it is an installed
 * package.
 */
export function loadLibrary(): Library {
  const require = createRequire(import.meta.url)
  if (!import.meta.url.endsWith('.ts'))
    return require(fileURLToPath(new URL('./bcoin.cjs', import.meta.url))) as Library
  // bcoin never opens its on-disk database, because everything is kept in memory; so replace the database's module.
  const disk = createRequire(require.resolve('bcoin/package.json')).resolve('leveldown')
  require.cache[disk] ??= { exports: class {}, loaded: true, id: disk } as unknown as NodeJS.Module
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, environment)
  try {
    return Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, require(path) as unknown])) as Library
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  }
}
