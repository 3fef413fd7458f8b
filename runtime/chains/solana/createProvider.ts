/** Creates the provider that apps use, for any {@link Signer}: a wallet in this browser, a remote one, or a login. */
import { coreError } from '../../errors/catalogue.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import type { Kit } from '../../contracts/kit.ts'
import { parseBytes } from './encodings.ts'
import { decodeBase58 } from '../../lib/base58.ts'
import { parseSendOptions } from './commitment.ts'
import { createEvents } from './events.ts'
import type { SolanaProvider, SolanaPublicKey } from './provider.ts'
import { answerRequest } from './request.ts'
import { readBlockhash } from './reads.ts'
import { broadcast } from './broadcast.ts'
import type { Signer } from './signer.ts'
import { type AnyTransaction, fillIn, fromBytes, signWith, toBytes } from './transaction.ts'
import { checkWire } from './wire.ts'
import { connectionOf } from '../../state/connections.ts'

export function createProvider(kit: Kit, signer: Signer): SolanaProvider {
  /**
   * The address of the kit's active account if the wallet has it, else the wallet's first; `undefined` without
   * accounts.
   */
  const active = () => {
    const accounts = signer.accounts()
    const { address } = kit.state.accounts.solana
    return address !== undefined && accounts.includes(address) ? address : accounts[0]
  }
  const signing = () => {
    const address = active()
    if (address === undefined)
      throw Object.assign(new Error('The Solana session is over'), { code: RPC_CODES.disconnected })
    return address
  }
  /**
   * The account and network of a request. Call this once per request, because a switch of account or network while the
   * request is pending must not affect the request.
   */
  const asking = () => {
    const [address, network] = [signing(), kit.state.networks.solana.caipNetwork]
    if (!network || !signer.supports(network.caipNetworkId, address)) throw coreError('CHAIN_NOT_SUPPORTED')
    return { ask: { address, caipNetworkId: network.caipNetworkId }, network }
  }
  const read = (transaction: AnyTransaction, address: string) => checkWire(toBytes(transaction), address)
  const signAndSend = async (
    { ask, network }: ReturnType<typeof asking>,
    transaction: AnyTransaction,
    options: ReturnType<typeof parseSendOptions>,
  ) => {
    const unsigned = read(transaction, ask.address)
    const sent = await signer.signAndSend(ask, unsigned, options)
    if (sent !== undefined) return sent
    const [signed = new Uint8Array()] = await signer.signTransactions(ask, [unsigned])
    return broadcast(kit, network, signed, { from: ask.address, options })
  }

  const provider: SolanaProvider = {
    get address() {
      return active()
    },
    get publicKey() {
      const address = active()
      return address === undefined ? undefined : publicKeyOf(address)
    },
    getAccounts: async () => signer.accounts(),
    signMessage: async (message) => {
      const bytes = parseBytes(message)
      if (!bytes) throw new Error('A message to sign is bytes')
      return signer.signMessage(asking().ask, bytes)
    },
    signTransaction: async (transaction) => {
      const [signed] = await provider.signAllTransactions([transaction])
      if (signed === undefined) throw new Error('The wallet signed nothing')
      return signed
    },
    signAllTransactions: async <T extends AnyTransaction>(transactions: readonly T[]) => {
      if (!transactions.length) return []
      const { ask } = asking()
      const signed = await signer.signTransactions(
        ask,
        transactions.map((transaction) => read(transaction, ask.address)),
      )
      return transactions.map((transaction, at) => fromBytes(transaction, signed[at] ?? new Uint8Array()))
    },
    signAndSendTransaction: async (transaction, given) => {
      const options = parseSendOptions(given)
      return signAndSend(asking(), transaction, options)
    },
    sendTransaction: async (transaction, _connection, { signers = [], ...given } = {}) => {
      const options = parseSendOptions(given)
      const asked = asking()
      await fillIn(transaction, asked.ask.address, async () => (await readBlockhash(kit, asked.network)).blockhash)
      signWith(transaction, signers)
      return signAndSend(asked, transaction, options)
    },
    request: async (request) => answerRequest(provider, signing, request, signer.request),
    supports: (caipNetworkId) => signer.supports(caipNetworkId),
    ...createEvents(kit, () => connectionOf(kit, 'solana')?.provider === provider),
  }
  return Object.freeze(provider)
}

function publicKeyOf(address: string): SolanaPublicKey {
  const toBase58 = () => address
  return {
    toBase58,
    toBytes: () => decodeBase58(address) ?? new Uint8Array(),
    toString: toBase58,
    toJSON: toBase58,
    equals: (other) => other.toBase58() === address,
  }
}
