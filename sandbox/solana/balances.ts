import { balanceOf, type Balance } from '../balances.ts'
import type { Priced, PriceBook } from '../prices.ts'
import { solanaInfo, type SolanaChain } from './chain.ts'
import { solanaMint as mint } from '../otherAccounts.ts'
import { addressBytes, token2022Program, tokenProgram } from './keys.ts'
import { mintAt } from './present.ts'
import { readTokenAccount } from './tokens.ts'

/** The address by which the services' APIs name the native currency of Solana. */
export const solanaNativeAddress = 'So11111111111111111111111111111111111111111'
const mintName = 'Sandbox Dollar'
const native = { name: 'Solana', symbol: 'SOL', decimals: 9 }

const caipAddress = (address: string) => `${solanaInfo.caipNetworkId}:${address}`

/** The assets of the Solana chain that have a price: SOL and the sandbox's token. */
export const solanaPriced: readonly Priced[] = [
  { caipAddress: caipAddress(solanaNativeAddress), name: native.name, symbol: native.symbol },
  { caipAddress: caipAddress(mint.address), name: mintName, symbol: mint.symbol },
]

/**
 * An asset's name, symbol and decimals, by its mint's address; '' is SOL. Other mints than the sandbox's have no name
 * on the chain, so the name is the address and the symbol is empty.
 */
export function solanaFacts(address: string, decimals = 0): { name: string; symbol: string; decimals: number } {
  if (!address) return native
  return address === mint.address
    ? { name: mintName, symbol: mint.symbol, decimals }
    : { name: address, symbol: '', decimals }
}

export const isSolanaAddress = (text: string): boolean => addressBytes(text) !== undefined

/**
 * An address's current balances: SOL first, then its tokens of both token programs by the mint's address. Leaves out
 * balances of 0.
 */
export function readSolanaBalances(
  { ledger, caipNetworkId }: SolanaChain,
  owner: string,
  prices: PriceBook,
): Balance[] {
  const chain = ledger()
  const held = new Map<string, bigint>()
  for (const { account } of [tokenProgram, token2022Program].flatMap(chain.ownedBy)) {
    const token = readTokenAccount(account.data)
    if (token?.owner === owner && token.amount) held.set(token.mint, (held.get(token.mint) ?? 0n) + token.amount)
  }
  const lamports = chain.account(owner)?.lamports ?? 0n
  const price = (address: string) => prices.of(caipAddress(address))
  const sol = lamports ? [balanceOf(caipNetworkId, native, lamports, price(solanaNativeAddress))] : []
  const tokens = [...held].sort().map(([address, amount]) => {
    const facts = solanaFacts(address, mintAt(chain, address)?.decimals)
    return balanceOf(caipNetworkId, facts, amount, price(address), address)
  })
  return [...sol, ...tokens]
}
