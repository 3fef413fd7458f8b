/**
 * Reads Solana's tokens: the account that describes a token (its mint), and the accounts that hold it. Both kinds of
 * accounts belong to the Token program, or to the newer Token-2022, whose extensions add fees and rules.
 */
import type { Kit } from '../../contracts/kit.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import type { ChainAccount } from './answers.ts'
import { encodeBase58 } from '../../lib/base58.ts'
import { isAddress } from './encodings.ts'
import { readAccounts, readTokenAccounts } from './reads.ts'

export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

export type Mint = { program: string; decimals: number; extensions: ReadonlyMap<number, Uint8Array> }
export type TokenAccount = { address: string; amount: bigint; frozen: boolean }

/**
 * The sizes of a mint and of a token account without extensions, in bytes. With extensions, the byte at ACCOUNT_BYTES
 * tells which of the two it is (IS_MINT, IS_ACCOUNT).
 */
const [MINT_BYTES, ACCOUNT_BYTES] = [82, 165]
const [IS_MINT, IS_ACCOUNT] = [1, 2]

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Parses a mint; `undefined` if the account is not an initialised one. */
export function parseMint(account: ChainAccount | null | undefined): Mint | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { owner: program, data } = account
  const extended = data.length > ACCOUNT_BYTES
  if (extended ? data[ACCOUNT_BYTES] !== IS_MINT : data.length !== MINT_BYTES) return undefined
  if (data[45] !== 1) return undefined
  return { program, decimals: data[44] ?? 0, extensions: extended ? extensionsOf(data) : new Map() }
}

/** Parses a token account; `undefined` if it does not hold this token for this owner. */
export function parseTokenAccount(
  { address, owner: program, data }: ChainAccount & { address: string },
  token: string,
  owner: string,
): TokenAccount | undefined {
  if (!isTokenProgram(program) || data.length < ACCOUNT_BYTES) return undefined
  if (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] !== IS_ACCOUNT) return undefined
  if (encodeBase58(data.subarray(0, 32)) !== token || encodeBase58(data.subarray(32, 64)) !== owner) return undefined
  const state = data[108]
  if (state !== 1 && state !== 2) return undefined
  return { address, amount: viewOf(data).getBigUint64(64, true), frozen: state === 2 }
}

export const isTokenProgram = (program: string) => program === TOKEN || program === TOKEN_2022

/** Reads the extensions, a sequence of type, length and value. Stops at an incomplete entry. */
function extensionsOf(data: Uint8Array): Map<number, Uint8Array> {
  const [extensions, view] = [new Map<number, Uint8Array>(), viewOf(data)]
  for (let at = ACCOUNT_BYTES + 1; at + 4 <= data.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type === 0 || at + 4 + length > data.length) break
    extensions.set(type, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return extensions
}

/** The type numbers of four extensions of a mint, and how many bytes each adds to every account of the token. */
const [TRANSFER_FEE, NON_TRANSFERABLE, TRANSFER_HOOK, PAUSABLE] = [1, 9, 14, 26]
const ADDED = new Map([
  [TRANSFER_FEE, 12],
  [NON_TRANSFERABLE, 4],
  [TRANSFER_HOOK, 5],
  [PAUSABLE, 4],
])

/** The size of a new associated account in bytes. In Token-2022 each has the extension "immutable owner" (4 bytes). */
export function accountBytes({ program, extensions }: Mint): number {
  if (program === TOKEN) return ACCOUNT_BYTES
  return [...extensions.keys()].reduce((bytes, type) => bytes + (ADDED.get(type) ?? 0), ACCOUNT_BYTES + 1 + 4)
}

/** Why the token's extensions allow no plain transfer; `undefined` if they allow it. */
export function refusalOf({ extensions }: Mint): string | undefined {
  if (extensions.has(NON_TRANSFERABLE)) return 'This token cannot be transferred'
  // Bytes 0 to 31 are the authority, 32 to 63 the program that every transfer must call.
  const hook = extensions.get(TRANSFER_HOOK)?.subarray(32, 64)
  return hook?.some(Boolean) ? 'This token can only be transferred by a program of its own' : undefined
}

export async function readMint(kit: Kit, network: CaipNetwork, token: string): Promise<Mint> {
  const [account] = isAddress(token) ? await readAccounts(kit, network, [token]) : []
  const mint = parseMint(account)
  if (!mint) throw new Error('This is not a token')
  return mint
}

/** Reads an owner's accounts of a token, including frozen ones. The account with the highest balance comes first. */
export async function readOwned(kit: Kit, network: CaipNetwork, token: string, owner: string): Promise<TokenAccount[]> {
  const accounts = await readTokenAccounts(kit, network, owner, token)
  return accounts
    .flatMap((account) => parseTokenAccount(account, token, owner) ?? [])
    .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
}

/** Reads the balance over all of the owner's accounts, in base units. `symbol` is empty: no metadata is read. */
export async function readToken(kit: Kit, network: CaipNetwork, token: string, owner: string) {
  if (!isAddress(owner)) throw new Error('This is not an address')
  const [{ decimals }, accounts] = await Promise.all([
    readMint(kit, network, token),
    readOwned(kit, network, token, owner),
  ])
  return { balance: accounts.reduce((sum, { amount }) => sum + amount, 0n), decimals, symbol: '' }
}
