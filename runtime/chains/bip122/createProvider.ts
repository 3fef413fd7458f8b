/** Creates the provider that apps use, for any Bitcoin wallet: one in this browser, or a remote one. */
import { AnswerError } from '../../errors/answer.ts'
import { coreError } from '../../errors/catalogue.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import { createListeners, type Listeners } from '../../lib/listeners.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { isAddressOn, networkOf, parseAddress } from './address.ts'
import { type Chain, chainOf } from './chains.ts'
import { fault, type Listing, type Verbs } from './form.ts'
import { parseAmount, parseInputs, parsePsbt, parseSignature, parseSignedPsbt, parseTxid, toBytes } from './parse.ts'
import { sighashTypesOf } from './psbt.ts'
import {
  type BitcoinAccount,
  type BitcoinProvider,
  type MessageProtocol,
  type Psbt,
  type SignInput,
  type SignMessage,
  toSessionAccounts,
  type Transfer,
} from './provider.ts'

export type Source = {
  accounts: () => readonly BitcoinAccount[]
  chain: () => Chain
  /** The address that the page shows for this wallet. Requests that name no account use it. */
  shown: () => string | undefined
  /** Reads the accounts from the wallet again, without a prompt. */
  read: () => Promise<readonly BitcoinAccount[]>
  /** Switches the wallet to the network; resolves with its accounts there, or `undefined` if it cannot switch. */
  moveTo: (caipNetworkId: string) => Promise<readonly BitcoinAccount[] | undefined>
  /** Whether the wallet would still send from the address. Absent where the request itself names the account. */
  sendsFrom?: (address: string) => Promise<boolean>
  verbs: Verbs
  listeners?: Pick<Listeners, 'on' | 'removeListener'>
  /**
   * Whether the wallet chooses the protocol of a message signature if the app names none; else {@link ownProtocol}
   * does.
   */
  choosesProtocol?: boolean
}

const invalid = (message: string) => fault(RPC_CODES.invalidParams, message)

/**
 * Throws if an input of the PSBT names another signature hash type than the app allows for it, or names none while the
 * app allows neither DEFAULT (0) nor ALL (1). Wallets follow the PSBT, and many cannot be told what is allowed: without
 * this check, they would sign what the app does not allow.
 */
function checkTypes(psbt: string, inputs: readonly SignInput[]) {
  const own = sighashTypesOf(toBytes(psbt) ?? new Uint8Array())
  for (const { index, sighashTypes } of inputs) {
    const type = own[index]
    // If the PSBT names no type, wallets use DEFAULT (taproot) or ALL.
    const meant = type === undefined ? [0, 1] : [type]
    if (sighashTypes && !meant.some((each) => sighashTypes.includes(each)))
      throw invalid(`sighashTypes do not allow the type ${type ?? 'ALL'} of input ${index}`)
  }
}

export function createProvider(source: Source): BitcoinProvider {
  const { on, removeListener } = source.listeners ?? createListeners()
  const { signPsbt, sendTransfer } = source.verbs

  /** Throws code 4100 (unauthorized), without a request to the wallet, for an account that it did not share. */
  const known = (address: unknown): BitcoinAccount => {
    const own = source.accounts().find((account) => account.address === address)
    if (!own) throw fault(RPC_CODES.unauthorized, 'The wallet has not shown this account')
    return own
  }

  const byDefault = () => source.shown() ?? source.accounts()[0]?.address

  const provider: BitcoinProvider = {
    get accounts() {
      return source.accounts()
    },
    getAccountAddresses: source.read,
    signMessage: async ({ address, message, protocol }) => {
      known(address)
      const answer = await source.verbs.signMessage({
        address,
        message,
        protocol: protocol ?? (source.choosesProtocol ? undefined : ownProtocol(address)),
        chain: source.chain(),
      })
      const { signature, by } = isRecord(answer)
        ? { signature: answer['signature'], by: answer['address'] }
        : { signature: answer }
      const parsed = parseSignature(signature)
      // Refuse a signature by another account or protocol than the app asked for: it does not prove what the app needs.
      const other = typeof by === 'string' && by !== address
      if (!parsed || other || (protocol && parsed.protocol !== protocol)) throw new AnswerError('signMessage', answer)
      return parsed.signature
    },
    ...(signPsbt && {
      signPsbt: async ({ psbt: given, signInputs, broadcast = false }: Psbt) => {
        const psbt = parsePsbt(given)
        if (!psbt) throw invalid('The PSBT is invalid')
        const inputs = signInputs?.length ? parseInputs(signInputs) : undefined
        if (signInputs?.length && !inputs) throw invalid('signInputs are addresses with the index of an input')
        inputs?.forEach(({ address }) => known(address))
        checkTypes(psbt, inputs ?? [])
        const answer = await signPsbt({ psbt, signInputs: inputs, broadcast, chain: source.chain() })
        const signed = parseSignedPsbt(answer)
        if (!signed || (broadcast && !signed.txid)) throw new AnswerError('signPsbt', answer)
        return signed
      },
    }),
    ...(sendTransfer && {
      sendTransfer: async ({ recipient, amount: given, from = byDefault() }: Transfer) => {
        const amount = parseAmount(given)
        if (amount === undefined) throw invalid('The amount is a whole number of satoshi')
        if (!isAddressOn(recipient, source.chain())) throw invalid('The recipient is not an address of this network')
        const own = known(from)
        if (own.purpose !== 'payment') throw invalid('Money is sent from a payment address')
        if ((await source.sendsFrom?.(own.address)) === false)
          throw fault(RPC_CODES.unauthorized, 'The wallet is on another account')
        const answer = await sendTransfer({ from: own.address, recipient, amount, chain: source.chain() })
        const txid = parseTxid(isRecord(answer) ? (answer['txid'] ?? answer['txhash']) : answer)
        if (!txid) throw new AnswerError('sendTransfer', answer)
        return txid
      },
    }),
    moveTo: async ({ caipNetworkId }) => {
      const accounts = onNetwork(await source.moveTo(caipNetworkId), chainOf(caipNetworkId))
      if (!accounts.length) throw coreError('CHAIN_NOT_SUPPORTED')
      return toSessionAccounts(accounts)
    },
    request: (asked) => answer(provider, asked, byDefault),
    on,
    removeListener,
  }
  return provider
}

/**
 * Calls a provider's method by its WalletConnect name. `byDefault` returns the account of a request that names none.
 */
async function answer(
  provider: BitcoinProvider,
  { method, params }: Parameters<BitcoinProvider['request']>[0],
  byDefault: () => string | undefined,
): Promise<unknown> {
  const fields = isRecord(params) ? params : {}
  if (method === 'getAccountAddresses') return provider.getAccountAddresses()
  if (method === 'signMessage') {
    const { message, protocol, address = fields['account'] ?? byDefault() } = fields
    if (typeof message !== 'string' || typeof address !== 'string') throw invalid('address and message are missing')
    const asked: SignMessage = { address, message }
    if (protocol === 'ecdsa' || protocol === 'bip322') asked.protocol = protocol
    return { address, signature: await provider.signMessage(asked) }
  }
  if (method === 'signPsbt' && provider.signPsbt) return provider.signPsbt(fields as Psbt)
  if (method === 'sendTransfer' && provider.sendTransfer) {
    const { recipientAddress, recipient = recipientAddress, amount, account: from } = fields
    return {
      txid: await provider.sendTransfer({ recipient, amount, ...(from !== undefined && { from }) } as Transfer),
    }
  }
  throw fault(RPC_CODES.unsupportedMethod, 'The wallet does not know this method')
}

/**
 * The protocol for an address if the app names none: BIP-322 for native segwit addresses of the versions in use,
 * because verifiers disagree about BIP-137 there, and BIP-137 has no signatures for taproot.
 */
const ownProtocol = (address: string): MessageProtocol =>
  /^p2w|^p2tr/.test(parseAddress(address)?.kind ?? '') ? 'bip322' : 'ecdsa'

/** The accounts whose address is valid on the chain. */
export const onNetwork = (accounts: readonly BitcoinAccount[] | undefined, chain: Chain): BitcoinAccount[] =>
  (accounts ?? []).filter(({ address }) => isAddressOn(address, chain))

/**
 * The chain that the wallet is on: the one that it reports, if the first account's address is valid there; else the
 * page's active chain, if the address is valid there; else the first chain on which the address is valid.
 */
export function chainOfListing({ chain }: Listing, accounts: readonly BitcoinAccount[], active: Chain): Chain {
  const networks = parseAddress(accounts[0]?.address)?.networks ?? []
  if (chain && networks.includes(networkOf(chain))) return chain
  return networks.includes(networkOf(active)) ? active : (networks[0] ?? active)
}
