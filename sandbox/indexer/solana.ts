/** An account's history on the sandbox's Solana chain, from the transactions that the chain stores. */
import type { PriceBook } from '../prices.ts'
import type { SolanaChain } from '../solana/chain.ts'
import { systemProgram } from '../solana/keys.ts'
import type { Change, Entry, Ledger, StoredAccount } from '../solana/ledger.ts'
import { isTokenProgram, mintAt } from '../solana/present.ts'
import { readTokenAccount } from '../solana/tokens.ts'
import { solanaFacts, solanaNativeAddress } from '../solana/balances.ts'
import { fungible, type Direction, type OperationType, type PlacedRow, type Transfer } from './history.ts'

const held = (account: StoredAccount | null) =>
  account && isTokenProgram(account.owner) ? readTokenAccount(account.data) : undefined

const isWallet = ({ before, after }: Change) => (after ?? before)?.owner === systemProgram

/**
 * How much each wallet gained (negative: lost) of each asset, in base units, by wallet and mint; SOL has the key ''.
 * Fees and rent are left out.
 */
function gains({ changes, fee }: Entry): Map<string, Map<string, bigint>> {
  const found = new Map<string, Map<string, bigint>>()
  const add = (owner: string, asset: string, amount: bigint) => {
    const own = found.get(owner) ?? new Map<string, bigint>()
    own.set(asset, (own.get(asset) ?? 0n) + amount)
    found.set(owner, own)
  }
  for (const [at, change] of changes.entries()) {
    const [before, after] = [held(change.before), held(change.after)]
    if (before) add(before.owner, before.mint, -before.amount)
    if (after) add(after.owner, after.mint, after.amount)
    if (!isWallet(change)) continue
    const lamports = (change.after?.lamports ?? 0n) - (change.before?.lamports ?? 0n)
    add(change.address, '', lamports + (at === 0 ? BigInt(fee) : 0n))
  }
  // SOL that one wallet lost and no wallet gained was rent. So limit each loss to what all wallets together gained.
  const native = [...found].map(([owner, own]): [string, bigint] => [owner, own.get('') ?? 0n])
  const got = native.reduce((sum, [, amount]) => sum + (amount > 0n ? amount : 0n), 0n)
  for (const [owner, amount] of native) if (amount < 0n) found.get(owner)?.set('', -(-amount < got ? -amount : got))
  return found
}

function kindOf(transfers: readonly Transfer[]): OperationType {
  const [isIn, isOut] = (['in', 'out'] as Direction[]).map((wanted) =>
    transfers.some((each) => each.direction === wanted),
  )
  return isIn && isOut ? 'trade' : isIn ? 'receive' : isOut ? 'send' : 'execute'
}

/** Whether a transaction involves an account, directly or as the owner of a token account. */
const touches = (account: string, { changes }: Entry) =>
  changes.some(
    ({ address, before, after }) =>
      address === account || held(before)?.owner === account || held(after)?.owner === account,
  )

/** An account's rows, oldest first. */
export function solanaHistory(chain: SolanaChain, account: string, prices: PriceBook): PlacedRow[] {
  const ledger = chain.ledger()
  return ledger
    .newest(ledger.count())
    .filter((entry) => touches(account, entry))
    .map((entry, place) => ({ place, row: rowOf(ledger, chain.caipNetworkId, account, entry, prices) }))
}

function rowOf(ledger: Ledger, chainId: string, account: string, entry: Entry, prices: PriceBook) {
  const all = gains(entry)
  const transfers = [...(all.get(account) ?? [])].flatMap(([asset, amount]): Transfer[] => {
    if (amount === 0n) return []
    const facts = solanaFacts(asset, asset ? (mintAt(ledger, asset)?.decimals ?? 0) : undefined)
    const address = `${chainId}:${asset || solanaNativeAddress}`
    return [fungible(amount > 0n ? 'in' : 'out', facts, amount > 0n ? amount : -amount, prices, address)]
  })
  const payer = entry.changes[0]?.address ?? account
  const operationType = kindOf(transfers)
  const other = [...all].find(([owner, own]) => {
    const wanted = operationType === 'receive' ? -1 : 1
    return owner !== account && [...own.values()].some((amount) => amount * BigInt(wanted) > 0n)
  })?.[0]
  return {
    id: `${chainId}:${entry.signature}`,
    metadata: {
      operationType,
      hash: entry.signature,
      chain: chainId,
      minedAt: new Date(entry.time * 1000).toISOString(),
      sentFrom: operationType === 'receive' ? (other ?? payer) : account,
      sentTo: operationType === 'receive' ? account : (other ?? payer),
      status: entry.error === null ? ('confirmed' as const) : ('failed' as const),
      nonce: 0,
    },
    transfers,
  }
}
