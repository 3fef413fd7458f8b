/** A fake wallet with the extensions' injected protocol and real sr25519 keys, which behaves like polkadot-js. */
import { TypeRegistry } from '@polkadot/types'
import type { SignerPayloadJSON } from '@polkadot/types/types'
import { decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { u8aToHex, u8aToU8a, u8aWrapBytes } from '@polkadot/util'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import polkadot from '../../../../runtime/chains/polkadot/index.ts'
import type { CaipNetwork } from '../../../../runtime/contracts/network.ts'
import type { Config } from '../../../../runtime/contracts/config.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import { testSeeds } from '../../../../sandbox/wallet/namespaces/keys.ts'
import { memoryStorage, wholeKit } from '../../../support/kit.ts'

export const POLKADOT = '91b171bb158e2d3848fa23a9f1c25182'
export const KUSAMA = 'b0a8d493285c2df73290dfb7e61f870f'
export const SANDBOX = '2b086afabd2c77b63e5e147e308568e2'
/** The full genesis hashes of the first two networks. */
export const GENESIS = {
  polkadot: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  kusama: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
} as const

export const networkOf = (reference: string, name = reference.slice(0, 4)): CaipNetwork => ({
  id: reference,
  caipNetworkId: `polkadot:${reference}`,
  chainNamespace: 'polkadot',
  name,
  nativeCurrency: { name: 'Dot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: [] } },
})

export const kitOf = (config: Config = {}, references: readonly string[] = [POLKADOT, KUSAMA, SANDBOX]) =>
  wholeKit(
    {
      config: {
        projectId: 'P',
        metadata: { name: 'Unit test' },
        networks: references.map((id) => networkOf(id)),
        ...config,
      },
      chains: [polkadot],
    },
    { storage: memoryStorage() },
  )

export const connectorOf = (provider: unknown, id = 'polkadot-js'): Connector => ({
  id,
  name: 'Polkadot.js',
  type: 'ANNOUNCED',
  chain: 'polkadot',
  chains: [],
  provider,
  driver: () => import('../../../../runtime/chains/polkadot/driver.ts'),
})

export const secrets = testSeeds('polkadot').map((seed) => secretFromSeed(seed))
export const addressOf = (index: number, prefix = 42) =>
  encodeAddress(getPublicKey(secrets[index] ?? new Uint8Array()), prefix)

type Entry = { address: string; name?: string; type?: string; genesisHash?: string | null }

export function createExtension({ refuses = false }: { refuses?: boolean } = {}) {
  const origins: string[] = []
  const asked: { method: string; params: unknown }[] = []
  const listeners = new Set<(accounts: Entry[]) => void>()
  let accounts: Entry[] = secrets.map((_, index) => ({
    address: addressOf(index),
    name: `Account ${index + 1}`,
    type: 'sr25519',
    genesisHash: null,
  }))
  const refuse = () => {
    if (refuses) throw new Error('Cancelled')
  }
  const secretOf = (address: string) => {
    const key = decodeAddress(address).join()
    const index = secrets.findIndex((secret) => getPublicKey(secret).join() === key)
    const secret = secrets[index]
    if (!secret) throw new Error('Unable to find keypair')
    return secret
  }
  let id = 0
  const injected = {
    accounts: {
      get: async () => accounts,
      subscribe: (listener: (accounts: Entry[]) => void) => {
        listeners.add(listener)
        listener(accounts)
        return () => void listeners.delete(listener)
      },
    },
    signer: {
      signRaw: async (raw: { address: string; data: string; type: string }) => {
        asked.push({ method: 'signRaw', params: raw })
        refuse()
        return { id: ++id, signature: u8aToHex(sign(secretOf(raw.address), u8aWrapBytes(u8aToU8a(raw.data)))) }
      },
      signPayload: async (payload: SignerPayloadJSON) => {
        asked.push({ method: 'signPayload', params: payload })
        refuse()
        const bytes = new TypeRegistry().createType('ExtrinsicPayload', payload, { version: payload.version })
        const signature = sign(secretOf(payload.address), bytes.toU8a({ method: true }))
        // The first byte, 1, stands for sr25519.
        return { id: ++id, signature: `${'0x01'}${u8aToHex(signature).slice(2)}` }
      },
    },
  }
  const provider = {
    version: '0.62.6',
    enable: async (origin: string) => {
      origins.push(origin)
      refuse()
      return injected
    },
  }
  return {
    provider,
    injected,
    origins,
    asked,
    listening: () => listeners.size,
    setRefuses: (next: boolean) => void (refuses = next),
    show: (next: Entry[]) => {
      accounts = next
      listeners.forEach((listen) => listen(next))
    },
  }
}

/** An extrinsic's payload, as `@polkadot/api` gives it to a signer. */
export const payloadOf = (address: string): SignerPayloadJSON => ({
  address,
  blockHash: '0xe1b1dda72998846487e4d858909d4f9a6bbd6e338e4588e5d809de16b1317b80',
  blockNumber: '0x00000393',
  era: '0x3601',
  genesisHash: '0x242a54b35e1aad38f37b884eddeb71f6f9931b02fac27bf52dfb62ef754e5e62',
  method: '0x040105fa8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a4882380100',
  nonce: '0x0000000000000000',
  signedExtensions: ['CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
  specVersion: '0x00000026',
  tip: '0x00000000000000000000000000000000',
  transactionVersion: '0x00000005',
  version: 4,
})
