/** The local node's library (bcoin, which has no types and needs some care): what is used of it. */
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
  /** The hashes of what is missing, or null. */
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

/** Where each part is. The package's bundle holds these and what they need. */
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

/** It must not look for native code, which nobody built. */
export const environment = { NODE_BACKEND: 'js', BCOIN_WORKERS: 'false' }

/** Published, the library lies beside the sandbox as one file; from source it is an installed package. */
export function loadLibrary(): Library {
  const require = createRequire(import.meta.url)
  if (!import.meta.url.endsWith('.ts'))
    return require(fileURLToPath(new URL('./bcoin.cjs', import.meta.url))) as Library
  // Its database on disk is never opened: everything is kept in memory.
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
