/** From what the visitor confirmed to the wallet's request. Linear; throws at the first thing that is not as confirmed. */
import type { PluginKit, PluginTransaction, SentNote } from 'walletkit/plugin'
import { sendError } from './errors.ts'
import type { SendOptions } from './options.ts'
import { readTokenTransfer } from './solana.ts'

/** What stood on the screen at the click. Nothing else may be in the request (reliability P26). */
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
  /** The same as exact decimal text. */
  amountText: string
  to: string
  isSmartAccount: boolean
  /** The name that `to` was found by. */
  name?: string
  /** Given when the balance hardly covers the fee: the wallet is asked to take exactly this one. */
  fee?: { limit: bigint; price: bigint }
}

/** Sends. Resolves with the hash that the wallet gave. Throws rows of `errors.ts`, and what wallet and RPC throw. */
export async function transfer(kit: PluginKit, intent: SendIntent, options: SendOptions): Promise<string> {
  if (intent.name !== undefined) await checkName(kit, intent)
  const transaction =
    intent.contract === undefined ? nativeTransfer(kit, intent) : await tokenTransfer(kit, intent, options)
  // From here to the wallet nothing waits: the account and network that are checked are the ones that are sent from.
  if (kit.account().caipAddress !== intent.caipAddress) throw sendError('SEND_CHANGED')
  return kit.chain.sendTransaction(transaction, noteOf(intent))
}

/** What Activity shows, and who receives. A picture is kept by its address, not by its bytes. */
const noteOf = ({ to, amountText: amount, symbol, iconUrl }: SendIntent): SentNote => ({
  kind: 'send',
  to,
  out: { amount, symbol, ...(iconUrl && iconUrl.length <= 500 && { iconUrl }) },
})

/** A name may lead elsewhere by now (reliability P64). */
async function checkName(kit: PluginKit, { name = '', to }: SendIntent) {
  const found = await kit.resolveName(name)
  if (found?.address.toLowerCase() !== to.toLowerCase()) throw sendError('SEND_NAME_CHANGED')
}

function nativeTransfer(kit: PluginKit, { decimals, to, amount, fee }: SendIntent): PluginTransaction {
  if (kit.network()?.nativeCurrency.decimals !== decimals) throw sendError('SEND_DECIMALS')
  return { to, value: amount, ...(fee ? { gas: fee.limit, gasPrice: fee.price } : {}) }
}

async function tokenTransfer(
  kit: PluginKit,
  { contract = '', decimals, to, amount }: SendIntent,
  { noReturnTokens }: SendOptions,
): Promise<PluginTransaction> {
  const token = await kit.chain.getToken(contract)
  if (token.decimals !== decimals) throw sendError('SEND_DECIMALS')
  const transaction = await kit.chain.buildTransfer({ token: contract, to, amount, noReturnTokens })
  const isSolana = kit.account().namespace === 'solana'
  const says = isSolana ? saysOnSolana : saysOnEip155
  if ((transaction.value ?? 0n) !== 0n || !says(transaction, { contract, to, amount, decimals }))
    throw sendError('SEND_CHANGED')
  return transaction
}

type Said = { contract: string; to: string; amount: bigint; decimals: number }

function saysOnEip155(transaction: PluginTransaction, { contract, to, amount }: Said): boolean {
  const words = to.slice(2).toLowerCase().padStart(64, '0') + amount.toString(16).padStart(64, '0')
  return transaction.to.toLowerCase() === contract.toLowerCase() && transaction.data?.slice(10).toLowerCase() === words
}

/** The runtime checks once more, right before the wallet, that the bytes lead to the account of `to`. */
function saysOnSolana(transaction: PluginTransaction, { contract, to, amount, decimals }: Said): boolean {
  const found = readTokenTransfer(transaction.data ?? '')
  return transaction.to === to && found?.token === contract && found.amount === amount && found.decimals === decimals
}
