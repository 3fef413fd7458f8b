/** Solana's delegates: who may take tokens from a token account, as the network's node reads the account. */
import { isRecord, type PluginKit } from 'walletkit/plugin'

/** The programs whose token accounts can have a delegate: Token, and Token-2022. */
export const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

/**
 * What the delegate (`spender`) of a token account may take. `token` is the mint; `amount` and `balance` are in base
 * units. While the account is `frozen`, the network refuses transfers from it, and refuses to end the approval.
 */
export type Delegation = {
  kind: 'delegate'
  /** The address of the token account, which has at most one delegate. */
  key: string
  program: string
  token: string
  spender: string
  amount: bigint
  balance: bigint
  decimals: number
  frozen: boolean
}
/**
 * `mints`: the tokens of Token-2022 that the owner has some of. `unread`: how many token accounts the node did not
 * describe in the expected form.
 */
export type Delegations = { held: Delegation[]; mints: string[]; unread: number }

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
export const isAddress = (value: unknown): value is string => typeof value === 'string' && ADDRESS.test(value)
const u64 = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n ? BigInt(value) : undefined
const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/**
 * Parses one entry of the answer to `getTokenAccountsByOwner` (`jsonParsed`). `null` for an account without a
 * delegate, or whose delegate may take nothing; `undefined` for one that is not in the expected form. Never throws.
 */
export function parseDelegation(entry: unknown, owner: string): Delegation | null | undefined {
  const { pubkey: key, account } = fieldsOf(entry)
  const { owner: program, data } = fieldsOf(account)
  const { info } = fieldsOf(fieldsOf(data)['parsed'])
  const { mint: token, owner: holder, delegate: spender, delegatedAmount, state, tokenAmount } = fieldsOf(info)
  const { decimals } = fieldsOf(tokenAmount)
  const balance = u64(fieldsOf(tokenAmount)['amount'])
  if (!isAddress(key) || !TOKEN_PROGRAMS.some((each) => each === program) || typeof program !== 'string')
    return undefined
  if (!isAddress(token) || holder !== owner || balance === undefined) return undefined
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) return undefined
  if (spender === undefined || spender === null) return null
  const amount = u64(fieldsOf(delegatedAmount)['amount'])
  if (!isAddress(spender) || amount === undefined) return undefined
  if (amount === 0n) return null
  return { kind: 'delegate', key, program, token, spender, amount, balance, decimals, frozen: state === 'frozen' }
}

/** Asks the node for the token accounts of both programs. Rejects if it does not answer for both. */
export async function findDelegations(chain: Pick<PluginKit['chain'], 'request'>, owner: string): Promise<Delegations> {
  const options = { commitment: 'confirmed', encoding: 'jsonParsed' }
  const answers = await Promise.all(
    TOKEN_PROGRAMS.map((programId) => chain.request('getTokenAccountsByOwner', [owner, { programId }, options])),
  )
  const entries = answers.flatMap((answer) => {
    const { value } = fieldsOf(answer)
    if (!Array.isArray(value)) throw new Error('The node gave no list of token accounts')
    return value as unknown[]
  })
  const parsed = entries.map((each) => parseDelegation(each, owner))
  return {
    held: parsed.flatMap((each) => each ?? []),
    mints: [...new Set(entries.flatMap((each) => heldMint(each) ?? []))],
    unread: parsed.filter((each) => each === undefined).length,
  }
}

/** The entry's mint, if the entry is a token account of Token-2022 that has a balance; else `undefined`. */
function heldMint(entry: unknown): string | undefined {
  const { owner: program, data } = fieldsOf(fieldsOf(entry)['account'])
  const { mint, tokenAmount } = fieldsOf(fieldsOf(fieldsOf(data)['parsed'])['info'])
  const balance = u64(fieldsOf(tokenAmount)['amount'])
  return program === TOKEN_PROGRAMS[1] && isAddress(mint) && balance ? mint : undefined
}

/** Whether the amount counts as unlimited: it is at least 2^63, such as the largest u64 or what is left of that. */
export const isEndless = ({ amount }: Pick<Delegation, 'amount'>): boolean => amount >= 2n ** 63n

/**
 * Whether the delegate may take all that the token account holds now. Unless the amount is unlimited, the delegate may
 * take only the rest of the amount from tokens that arrive later.
 */
export const isWhole = ({ amount, balance }: Pick<Delegation, 'amount' | 'balance'>): boolean =>
  balance > 0n && amount >= balance
