import { balanceOf, type Balance } from '../balances.ts'
import type { Priced, PriceBook } from '../prices.ts'
import { solanaInfo, type SolanaChain } from './chain.ts'
import { solanaMint as mint } from '../otherAccounts.ts'
import { addressBytes, tokenProgram } from './keys.ts'
import { mintAt } from './present.ts'
import { readTokenAccount } from './tokens.ts'

/** How the services write "the native currency" where an address is expected (solana). */
const nativeAddress = 'So11111111111111111111111111111111111111111'
const mintName = 'Sandbox Dollar'
const native = { name: 'Solana', symbol: 'SOL', decimals: 9 }

const caipAddress = (address: string) => `${solanaInfo.caipNetworkId}:${address}`

/** What has a price on the chain. */
export const solanaPriced: readonly Priced[] = [
  { caipAddress: caipAddress(nativeAddress), name: native.name, symbol: native.symbol },
  { caipAddress: caipAddress(mint.address), name: mintName, symbol: mint.symbol },
]

export const isSolanaAddress = (text: string): boolean => addressBytes(text) !== undefined

/** What an address holds right now: SOL first, then its tokens, by mint; nothing empty. */
export function readSolanaBalances(
  { ledger, caipNetworkId }: SolanaChain,
  owner: string,
  prices: PriceBook,
): Balance[] {
  const chain = ledger()
  const held = new Map<string, bigint>()
  for (const { account } of chain.ownedBy(tokenProgram)) {
    const token = readTokenAccount(account.data)
    if (token?.owner === owner && token.amount) held.set(token.mint, (held.get(token.mint) ?? 0n) + token.amount)
  }
  const lamports = chain.account(owner)?.lamports ?? 0n
  const price = (address: string) => prices.of(caipAddress(address))
  const sol = lamports ? [balanceOf(caipNetworkId, native, lamports, price(nativeAddress))] : []
  const tokens = [...held].sort().map(([address, amount]) => {
    // What other mints are called is said outside of the chain's own accounts.
    const known = address === mint.address ? { name: mintName, symbol: mint.symbol } : { name: address, symbol: '' }
    const decimals = mintAt(chain, address)?.decimals ?? 0
    return balanceOf(caipNetworkId, { ...known, decimals }, amount, price(address), address)
  })
  return [...sol, ...tokens]
}
