import { getAddress, type Hex, isAddress } from 'viem'
import { refuseNodeInClear, rpcOf } from './networks.ts'
import { isFields, type Reader } from './read.ts'
import type { Secrets } from './secrets.ts'

/**
 * The login with Farcaster. `rpc`: the URL of a node of OP Mainnet, which may contain an API key. `url`: the origin of
 * the Farcaster relay, through which wallets send what they sign. `registry`: the contract that stores which address
 * owns which Farcaster id (fid).
 */
export type FarcasterConfig = { rpc: string; url: string; registry: Hex }

const RELAY = 'https://relay.farcaster.xyz'
/** The address of Farcaster's id registry on OP Mainnet. */
export const ID_REGISTRY: Hex = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'

const FIX = 'Write { "farcaster": { "rpc": "env:OP_RPC" } }.'

/** Reads `social.farcaster`. @param social the field `social`, whose other parts `socialOf` reads */
export function farcasterOf(social: unknown, secrets: Secrets, read: Reader): FarcasterConfig | undefined {
  const value = isFields(social) && Object.hasOwn(social, 'farcaster') ? social['farcaster'] : undefined
  if (value === undefined) return undefined
  const path = 'social.farcaster'
  if (!isFields(value)) return read.wrong(path, 'is not an object', FIX)
  read.onlyKnown(value, ['rpc', 'url', 'registry'], `${path}.`)
  const url = value['url'] === undefined ? RELAY : read.origin(value['url'], `${path}.url`)
  const registry = registryOf(value['registry'], `${path}.registry`, read)
  const rpc = rpcOf(value, `${path}.rpc`, FIX, secrets, read)
  return url === undefined || registry === undefined || rpc === undefined ? undefined : { rpc, url, registry }
}

function registryOf(value: unknown, path: string, read: Reader): Hex | undefined {
  if (value === undefined) return ID_REGISTRY
  if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value)
  return read.wrong(path, 'is not an address', 'Write the address of an id registry, or leave it out.')
}

/** Reports what production refuses: a Farcaster relay without https, and a node on the internet without https. */
export function refuseFarcasterInClear({ rpc, url }: FarcasterConfig, read: Reader): void {
  if (!url.startsWith('https:'))
    read.wrong('social.farcaster.url', 'is not https, and production needs it', 'Write "https://" and its host.')
  refuseNodeInClear('social.farcaster.rpc', rpc, read)
}
