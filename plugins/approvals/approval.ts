/** What an approval is, how event logs record one, and the calls that read and end it. Pure functions. */
import { addressAt, encodeCall, isRecord, type PluginTransaction, readWords } from 'walletkit/plugin'

/**
 * Who may take what. `token`: an ERC-20 allowance. `permit2`: an allowance that Uniswap's Permit2 keeps, for tokens
 * that Permit2 itself may take. `item`: one NFT. `collection`: every NFT of a contract (ERC-721 and ERC-1155).
 */
export type Grant = { token: string; spender: string } & (
  { kind: 'token' | 'permit2' | 'collection' } | { kind: 'item'; id: bigint }
)

/** Permit2's address on nearly every chain that has it. On zkSync Era, for example, Permit2 has another address. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** The first topic of each event's logs: the keccak256 hash of the event's signature. */
const EVENTS = {
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

const SELECTORS = {
  allowance: '0xdd62ed3e',
  approve: '0x095ea7b3',
  getApproved: '0x081812fc',
  ownerOf: '0x6352211e',
  isApprovedForAll: '0xe985e9c5',
  setApprovalForAll: '0xa22cb465',
  permit2Allowance: '0x927da105',
  permit2Approve: '0x87517c45',
  decimals: '0x313ce567',
} as const
/** The selector of `supportsInterface` (ERC-165), and the ids of the interfaces ERC-721 and ERC-1155. */
const [SUPPORTS, ERC721, ERC1155] = ['0x01ffc9a7', '80ac58cd', 'd9b67a26']
const NOBODY = `0x${'0'.repeat(40)}`

/**
 * The `topics` with which `eth_getLogs` selects all events about approvals that `owner` gave: the owner is the first
 * argument of each event.
 */
export const topicsOf = (owner: string): unknown[] => [
  Object.values(EVENTS),
  `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`,
]

/**
 * Parses one event log, in capital or small hex digits. Never throws: `undefined` for any other event or value, for a
 * Permit2 event that is not from Permit2's contract, and for a spender that is the zero address (except in Permit2's
 * events). The amount is not read: a log that sets the amount to 0 is parsed too.
 */
export function parseLog(log: unknown): Grant | undefined {
  if (!isRecord(log)) return undefined
  const { address, topics } = log
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address) || !Array.isArray(topics)) return undefined
  const [signature, , ...rest] = topics as unknown[]
  const event = typeof signature === 'string' ? signature.toLowerCase() : undefined
  const words = rest.map((each) =>
    typeof each === 'string' ? readWords(`0x00000000${each.slice(2)}`)?.[0] : undefined,
  )
  const [first, second] = words
  const token = address.toLowerCase()
  const partyAt = (word: bigint | undefined) => (word === undefined ? undefined : addressAt([word], 0))
  if (event === EVENTS.permit2Approval || event === EVENTS.permit2Permit) {
    const [of, spender] = [partyAt(first), partyAt(second)]
    return token === PERMIT2 && of && spender ? { kind: 'permit2', token: of, spender } : undefined
  }
  const spender = partyAt(first)
  if (!spender || spender === NOBODY) return undefined
  if (event === EVENTS.approvalForAll) return { kind: 'collection', token, spender }
  if (event !== EVENTS.approval) return undefined
  // ERC-20 and ERC-721 have the same event signature, but only ERC-721 indexes the third argument, the id.
  return rest.length > 1 && second !== undefined
    ? { kind: 'item', token, spender, id: second }
    : { kind: 'token', token, spender }
}

/** A text that is equal for two logs of the same approval, so that the approval is listed once. */
export const keyOf = (grant: Grant): string =>
  [grant.kind, grant.token, grant.spender, 'id' in grant ? grant.id : ''].join(' ')

type Call = { to: string; data: string }

/** The calls (`eth_call`) whose answers say whether an approval still holds; {@link standingOf} reads these answers. */
export function readsOf(grant: Grant, owner: string): readonly Call[] {
  const { token, spender } = grant
  const call = (selector: `0x${string}`, ...args: (string | bigint)[]) => ({
    to: token,
    data: encodeCall(selector, ...args),
  })
  switch (grant.kind) {
    case 'token':
      return [call(SELECTORS.allowance, owner, spender)]
    case 'collection':
      return [call(SELECTORS.isApprovedForAll, owner, spender)]
    case 'permit2':
      return [{ to: PERMIT2, data: encodeCall(SELECTORS.permit2Allowance, owner, token, spender) }]
    case 'item':
      return [call(SELECTORS.getApproved, grant.id), call(SELECTORS.ownerOf, grant.id)]
  }
}

/**
 * What an approval still allows. `amount` in base units; absent for NFTs. `expires` in ms since 1970, only for Permit2;
 * absent if it is too large for a Date, as the number is with which many sites say that there is no end.
 */
export type Standing = { amount?: bigint; expires?: number }

/** The latest time that a Date can represent, in ms since 1970. A later one cannot be shown. */
export const LAST_TIME = 8.64e15

/**
 * What an approval still allows, by the answers to {@link readsOf}; `undefined` if the spender may take nothing any
 * more. `now` in ms since 1970.
 */
export function standingOf(grant: Grant, owner: string, answers: readonly string[], now: number): Standing | undefined {
  const [words = [], others = []] = answers.map((each) => readWords(`0x00000000${each.slice(2)}`) ?? [])
  const [value = 0n, expiry = 0n] = words
  switch (grant.kind) {
    case 'token':
      return value > 0n ? { amount: value } : undefined
    case 'collection':
      return value === 1n ? {} : undefined
    case 'permit2': {
      const expires = Number(expiry) * 1000
      if (value === 0n || expires <= now) return undefined
      return { amount: value, ...(expires <= LAST_TIME && { expires }) }
    }
    case 'item':
      return addressAt(words, 0) === grant.spender && addressAt(others, 0) === owner.toLowerCase() ? {} : undefined
  }
}

const supports = (token: string, kind: string) => ({ to: token, data: `${SUPPORTS}${kind.padEnd(64, '0')}` })

/**
 * The reads that tell what kind of contract this is. For an allowance, they tell an ERC-20 token from an NFT contract:
 * its decimals, who may take item 0, and whether it says that it is ERC-721 (ERC-165). For NFTs: whether it says that
 * it is ERC-721 or ERC-1155, as both standards require. No reads for Permit2, whose contract is known.
 */
export function kindReadsOf({ kind, token }: Pick<Grant, 'kind' | 'token'>): readonly Call[] {
  if (kind === 'permit2') return []
  if (kind !== 'token') return [supports(token, ERC721), supports(token, ERC1155)]
  return [
    { to: token, data: SELECTORS.decimals },
    { to: token, data: encodeCall(SELECTORS.getApproved, 0n) },
    supports(token, ERC721),
  ]
}

const wordOf = (answer: unknown) =>
  typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : undefined

/**
 * Whether the contract is a token of the approval's kind, by the answers to {@link kindReadsOf}; `true` for Permit2.
 */
export function isEndable({ kind }: Pick<Grant, 'kind'>, answers: readonly unknown[]): boolean {
  if (kind === 'permit2') return true
  return kind === 'token' ? isToken(answers) : answers.some((answer) => wordOf(answer) === 1n)
}

/**
 * Whether the contract is an ERC-20 token, by the answers to {@link kindReadsOf}, of which a failed one is `undefined`.
 * An allowance must not be ended at another contract: `approve(spender, 0)` of an NFT contract lets the spender take
 * item 0.
 */
export function isToken([decimals, approved, isNft]: readonly unknown[]): boolean {
  const places = wordOf(decimals)
  return places !== undefined && places <= 255n && wordOf(approved) === undefined && wordOf(isNft) !== 1n
}

/** The transaction that ends an approval. */
export function endOf(grant: Grant): PluginTransaction & { data: string } {
  const { token, spender } = grant
  switch (grant.kind) {
    case 'token':
      return { to: token, data: encodeCall(SELECTORS.approve, spender, 0n) }
    case 'collection':
      return { to: token, data: encodeCall(SELECTORS.setApprovalForAll, spender, 0n) }
    case 'permit2':
      return { to: PERMIT2, data: encodeCall(SELECTORS.permit2Approve, token, spender, 0n, 0n) }
    case 'item':
      return { to: token, data: encodeCall(SELECTORS.approve, NOBODY, grant.id) }
  }
}

/**
 * Whether the amount counts as unlimited: it is exactly the largest uint96 (some tokens store no larger one), or at
 * least 2^127: the largest uint128, uint160 or uint256, or what is left of one after some of it was spent.
 */
export const isUnlimited = ({ amount }: Standing): boolean =>
  amount !== undefined && (amount === 2n ** 96n - 1n || amount >= 2n ** 127n)
