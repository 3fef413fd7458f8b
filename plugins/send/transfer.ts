/** Turns the confirmed form into a wallet request. Throws at the first value that is not as confirmed. */
import {
  addressAt,
  type CallsProgress,
  ERC20,
  type NotedCall,
  type PluginKit,
  type PluginTransaction,
  readWords,
  selectorOf,
  type SentNote,
  WalletKitError,
} from 'walletkit/plugin'
import { inWords, sendError } from './errors.ts'
import { sendingNamespace, type SendNamespace } from './namespaces.ts'
import type { SendOptions } from './options.ts'
import { showGoing } from './progress.ts'
import { readTokenTransfer } from './solana.ts'

/**
 * The values that the review showed when the visitor confirmed it, or those of a page that sends without the form. The
 * wallet request contains no others, so that the visitor signs what they saw.
 */
export type SendIntent = {
  /** CAIP-10: account and network in one. */
  caipAddress: string
  caipNetworkId: string
  symbol: string
  iconUrl: string
  decimals: number
  /** The token's contract; absent for the native currency. */
  contract?: string
  /** Base units. */
  amount: bigint
  /** The amount as exact decimal text. */
  amountText: string
  to: string
  isSmartAccount: boolean
  /** The site offers to pay the fee: ask the wallet for a batch (EIP-5792), which can name the site's paymaster. */
  isSponsored: boolean
  /** The name that resolved to `to`. */
  name?: string
  /** Set if the balance barely covers the fee: asks the wallet to use exactly this fee. */
  fee?: { limit: bigint; price: bigint }
}

/** Sends the transaction. Resolves with the wallet's hash. Throws errors of `errors.ts`, the wallet and the RPC. */
export async function transfer(kit: PluginKit, intent: SendIntent, options: SendOptions): Promise<string> {
  if (intent.name !== undefined) await checkName(kit, intent)
  const transaction = await buildTransfer(kit, intent, options)
  // No `await` between this check and the wallet request, so that the account and network cannot change in between.
  if (kit.account().caipAddress !== intent.caipAddress) throw sendError('SEND_CHANGED')
  const note = noteOf(intent)
  if (!intent.isSponsored) return kit.chain.sendTransaction(transaction, note)
  const { to, value, data } = transaction
  const call = { to, note, ...(value !== undefined && { value }), ...(data !== undefined && { data }) }
  return sendSponsored(kit, call, intent)
}

/** Sends one call, as a batch if the wallet takes it. Unlike `sendTransaction`, resolves only once it is in a block. */
async function sendSponsored(kit: PluginKit, call: NotedCall, intent: SendIntent): Promise<string> {
  let isAccepted = false
  const tell = ({ waitsFor }: CallsProgress) => {
    if (waitsFor !== 'chain') return
    isAccepted = true
    showGoing(kit, intent)
  }
  const { hashes } = await kit.chain.runCalls([call], { tell, signal: kit.signal }).catch((error: unknown) => {
    const shown = inWords(error)
    // If the wallet accepted the send, it may still arrive, unless the chain said that it failed.
    const isKnown = shown instanceof WalletKitError && shown.code === 'SEND_REVERTED'
    throw isAccepted && !isKnown ? sendError('SEND_UNSEEN', error) : shown
  })
  const [hash] = hashes
  if (hash === undefined) throw sendError('SEND_UNSEEN')
  return hash
}

/** Builds the transaction of one transfer. Rejects if it does not transfer exactly what was confirmed. */
export const buildTransfer = async (
  kit: PluginKit,
  wanted: Transfer,
  options: SendOptions,
): Promise<PluginTransaction> =>
  wanted.contract === undefined ? nativeTransfer(kit, wanted) : tokenTransfer(kit, wanted, options)

type Transfer = Pick<SendIntent, 'contract' | 'decimals' | 'to' | 'amount' | 'fee'>

/** The note for the Activity list. Leaves out icons with long URLs, because data URLs would fill the storage. */
export const noteOf = ({ to, amountText: amount, symbol, iconUrl }: Noted): SentNote => ({
  kind: 'send',
  to,
  out: { amount, symbol, ...(iconUrl && iconUrl.length <= 500 && { iconUrl }) },
})

type Noted = Pick<SendIntent, 'to' | 'amountText' | 'symbol' | 'iconUrl'>

/** Resolves the name again, because its owner may have changed the address meanwhile. */
export async function checkName(kit: PluginKit, { name = '', to }: Pick<SendIntent, 'name' | 'to'>) {
  const found = await kit.resolveName(name)
  if (found?.address.toLowerCase() !== to.toLowerCase()) throw sendError('SEND_NAME_CHANGED')
}

function nativeTransfer(kit: PluginKit, { decimals, to, amount, fee }: Transfer): PluginTransaction {
  if (kit.network()?.nativeCurrency.decimals !== decimals) throw sendError('SEND_DECIMALS')
  return { to, value: amount, ...(fee ? { gas: fee.limit, gasPrice: fee.price } : {}) }
}

async function tokenTransfer(
  kit: PluginKit,
  { contract = '', decimals, to, amount }: Transfer,
  { noReturnTokens }: SendOptions,
): Promise<PluginTransaction> {
  const token = await kit.chain.getToken(contract)
  if (token.decimals !== decimals) throw sendError('SEND_DECIMALS')
  const transaction = await kit.chain.buildTransfer({ token: contract, to, amount, noReturnTokens })
  const says = SAYS[sendingNamespace(kit)]
  if ((transaction.value ?? 0n) !== 0n || !says(transaction, { contract, to, amount, decimals }))
    throw sendError('SEND_CHANGED')
  return transaction
}

type Said = { contract: string; to: string; amount: bigint; decimals: number }

function saysOnEip155(transaction: PluginTransaction, { contract, to, amount }: Said): boolean {
  const words = readWords(transaction.data ?? '') ?? []
  return (
    transaction.to.toLowerCase() === contract.toLowerCase() &&
    selectorOf(transaction.data ?? '') === ERC20.transfer &&
    transaction.data?.length === 2 + 8 + 2 * 64 &&
    addressAt(words, 0) === to.toLowerCase() &&
    words[1] === amount
  )
}

/**
 * Whether the transaction transfers what was confirmed. The runtime checks the receiver's token account when it sends.
 */
function saysOnSolana(transaction: PluginTransaction, { contract, to, amount, decimals }: Said): boolean {
  const found = readTokenTransfer(transaction.data ?? '')
  return transaction.to === to && found?.token === contract && found.amount === amount && found.decimals === decimals
}

/** Whether a built token transfer says what was confirmed, by namespace. */
const SAYS: Record<SendNamespace, (transaction: PluginTransaction, said: Said) => boolean> = {
  eip155: saysOnEip155,
  solana: saysOnSolana,
}
