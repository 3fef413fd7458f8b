/**
 * Reads the config of the source `index`: the first block to read of each network, and the accounts to watch from the
 * start.
 */
import { getAddress, isAddress } from 'viem'
import type { NetworkConfig } from './networks.ts'
import { type Fields, isFields, type Reader } from './read.ts'

/**
 * `from` is the first block to read, by EVM chain id. `accounts` are watched from the start; other accounts are watched
 * once a page asks for them.
 */
export type IndexConfig = {
  from: ReadonlyMap<number, number>
  accounts: readonly { id: number; account: string }[]
}

/** The fields of `sources.index`. */
export const INDEX_FIELDS = ['from', 'accounts'] as const

const FROM = 'Write { "1": 21000000 }: the first block to read, by the chain id of one of your networks.'
const ACCOUNTS = 'Write a list of accounts (CAIP-10) on networks of "from": ["eip155:1:0x…"].'

/**
 * Reads the fields of the source `index`; undefined if the config does not have it.
 * @param sources the field `sources`; `sourcesOf` reports the other errors in its form
 */
export function indexOf(sources: unknown, networks: readonly NetworkConfig[], read: Reader): IndexConfig | undefined {
  const given = isFields(sources) ? sources['index'] : undefined
  if (!isFields(given)) return undefined
  const from = fromOf(given, networks, read)
  return { from, accounts: accountsOf(given, from, read) }
}

function fromOf({ from: given }: Fields, networks: readonly NetworkConfig[], read: Reader): Map<number, number> {
  const path = 'sources.index.from'
  const found = new Map<number, number>()
  if (!isFields(given) || Object.keys(given).length === 0) {
    read.wrong(path, given === undefined ? 'is missing' : 'names no network', FROM)
    return found
  }
  for (const [key, value] of Object.entries(given)) {
    const network = networks.find(({ id }) => String(id) === key)
    const block = read.whole(value ?? '', `${path}.${key || '""'}`, 0, Number.MAX_SAFE_INTEGER)
    if (!network) read.wrong(`${path}.${key || '""'}`, 'is none of networks', FROM)
    else if (block !== undefined) found.set(network.id, block)
  }
  return found
}

function accountsOf({ accounts = [] }: Fields, from: ReadonlyMap<number, number>, read: Reader) {
  if (!Array.isArray(accounts)) {
    read.wrong('sources.index.accounts', 'is not a list', ACCOUNTS)
    return []
  }
  return (accounts as unknown[]).flatMap((each, at) => {
    const [, chain, address = ''] = (typeof each === 'string' && /^eip155:(\d{1,16}):(0x\w+)$/.exec(each)) || []
    const id = Number(chain)
    if (from.has(id) && isAddress(address, { strict: false })) return [{ id, account: getAddress(address) }]
    read.wrong(`sources.index.accounts[${at}]`, 'is no account on such a network', ACCOUNTS)
    return []
  })
}
