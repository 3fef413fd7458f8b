import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { ref } from 'valtio/vanilla'
import type { CaipNetwork } from '../../../../runtime/contracts/network.ts'
import solana from '../../../../runtime/chains/solana/index.ts'
import { startSession } from '../../../../runtime/actions/session.ts'
import type { SolanaProvider } from '../../../../runtime/chains/solana/index.ts'
import type { Config } from '../../../../runtime/contracts/config.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import type { Kit } from '../../../../runtime/contracts/kit.ts'
import { makeKit } from '../../../support/kit.ts'
import { connectionOf } from '../../../../runtime/state/connections.ts'

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const SANDBOX = '2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'

export const networkOf = (id: string, name: string, rpcUrl = 'http://127.0.0.1:9/'): CaipNetwork => ({
  id,
  caipNetworkId: `solana:${id}`,
  chainNamespace: 'solana',
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [rpcUrl] } },
})
export const mainnet = () => networkOf(MAINNET, 'Solana')
export const devnet = () => networkOf(DEVNET, 'Solana Devnet')
export const local = (rpcUrl?: string) => networkOf(SANDBOX, 'Sandbox Solana', rpcUrl)

export const kitOf = (networks: CaipNetwork[] = [mainnet(), devnet()], config: Config = {}) =>
  makeKit({ networks, ...config }, { chains: [solana] })

/** A connector, as the kit lists them: a `ref`, which the state does not wrap in a proxy. */
export const connectorOf = (provider: unknown): Connector =>
  ref({
    id: 'Test wallet',
    name: 'Test wallet',
    type: 'ANNOUNCED',
    chain: 'solana',
    chains: [],
    provider,
    driver: () => import('../../../../runtime/chains/solana/driver.ts'),
  })

/** Connects as the kit does. @returns the page's provider */
export async function connected(kit: Kit, wallet: unknown): Promise<SolanaProvider> {
  const connector = connectorOf(wallet)
  const driver = (await connector.driver()).default
  await startSession(kit, { connector, driver, session: await driver.connect(kit, connector) })
  return connectionOf(kit, 'solana')?.provider as SolanaProvider
}

/** Checks a signature with Node's own Ed25519, independently of the libraries that sign here. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  // The fixed first bytes of an Ed25519 key in DER (RFC 8410).
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}
