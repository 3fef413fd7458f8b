/** A visitor of each namespace, with a real key (of public words, for tests only). */
import { privateKeyToAccount } from 'viem/accounts'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { testSeeds } from '../../../sandbox/wallet/namespaces/keys.ts'
import { createMessage, type MessageParams } from '../../../runtime/siwx/createMessage.ts'
import type { CaipNetworkId } from '../../../runtime/lib/namespace.ts'
import type { SIWXSession } from '../../../runtime/siwx/types.ts'
import { bitcoinKeys } from '../../../runtime/test/sign/bitcoinKeys.ts'
import { signBip322 } from '../../../runtime/test/sign/bitcoinMessage.ts'
import { polkadotAddress, signPolkadotRaw } from '../../../runtime/test/sign/polkadot.ts'
import { signSolanaMessage, solanaAddress } from '../../../runtime/test/sign/solana.ts'
import { encodeBase58 } from '../../../runtime/lib/base58.ts'

export type Visitor = { chainId: CaipNetworkId; address: string; sign: (message: string) => Promise<string> }

export const seedOf = (namespace: string, index = 0): Uint8Array => {
  const seed = testSeeds(namespace)[index]
  if (!seed) throw new Error('There is no such key')
  return seed
}

export function evm(index = 0, chainId: CaipNetworkId = 'eip155:31337'): Visitor {
  const [key] = testAccounts.slice(index)
  if (!key) throw new Error('There is no such key')
  const account = privateKeyToAccount(key.privateKey)
  return { chainId, address: account.address, sign: (message) => account.signMessage({ message }) }
}

export function solana(index = 0): Visitor {
  const seed = seedOf('solana', index)
  return {
    chainId: 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh',
    address: solanaAddress(seed),
    sign: async (message) => encodeBase58(signSolanaMessage(seed, new TextEncoder().encode(message))),
  }
}

export function polkadot(index = 0): Visitor {
  const seed = seedOf('polkadot', index)
  return {
    chainId: 'polkadot:2b086afabd2c77b63e5e147e308568e2',
    address: polkadotAddress(seed),
    sign: async (message) => signPolkadotRaw(seed, message),
  }
}

export function bitcoin(purpose: 'payment' | 'ordinals' = 'payment', index = 0): Visitor {
  const key = bitcoinKeys(seedOf('bip122', index), 'regtest')[purpose === 'payment' ? 0 : 1]
  return {
    chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    address: key.address,
    sign: async (message) => Buffer.from(signBip322(key, message).signature).toString('base64'),
  }
}

export const visitors: [name: string, visitor: Visitor][] = [
  ['eip155', evm()],
  ['solana', solana()],
  ['polkadot', polkadot()],
  ['bip122, segwit', bitcoin()],
  ['bip122, taproot', bitcoin('ordinals')],
]

export const params: MessageParams = {
  domain: 'app.example',
  uri: 'https://app.example/login',
  statement: 'Sign in to Example. No fees, no transaction.',
  expiration: 3_600_000,
}

/** Makes a message for a visitor, and signs it. */
export async function signIn(
  visitor: Visitor,
  { nonce = 'abcdefgh12345678', ...changes }: Partial<MessageParams> & { nonce?: string } = {},
  now: () => number = Date.now,
): Promise<SIWXSession> {
  const input = { accountAddress: visitor.address, chainId: visitor.chainId }
  const data = createMessage(input, { ...params, ...changes }, { nonce, now })
  const message = data.toString()
  return { data: { ...data }, message, signature: await visitor.sign(message) }
}
