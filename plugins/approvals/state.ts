/** The state of the approvals screen. */
import type { CaipNetwork } from 'walletkit/plugin'
import type { Delegation } from './delegate.ts'
import type { Held } from './find.ts'
import type { SessionGrant } from './grants.ts'

/** `symbol` and `decimals` are `undefined` for NFTs and where they are not known. */
export type Named<H> = H & { symbol: string | undefined; decimals: number | undefined; iconUrl: string | undefined }
export type EvmApproval = Named<Held>
export type SolanaApproval = Named<Delegation>
export type Approval = EvmApproval | SolanaApproval

/** Whether an approval can be neither used nor ended now, because its token account is frozen. */
export const isFrozen = (each: Approval): boolean => each.kind === 'delegate' && each.frozen

export const UNREAD = 'unread'

/** What one network's node says. */
export type Read = {
  /**
   * The approvals, the most dangerous first (`byDanger` in read.ts), those of frozen accounts last; `undefined` until
   * they are read.
   */
  list: readonly Approval[] | undefined
  /** How many blocks, back from the newest, were searched; `undefined` for the whole chain, and on Solana. */
  blocks: number | undefined
  /** How many approvals were not checked, because there are too many or the node did not answer; only on EVM. */
  more: number
  /** How many token accounts could not be read; only on Solana. */
  unread: number
  /** The symbols, or short addresses, of the tokens that their issuer may take at any time; only on Solana. */
  issued: readonly string[]
  /** The contract whose code the account runs (EIP-7702), if any; UNREAD if the node did not say. Only on EVM. */
  runs: `0x${string}` | typeof UNREAD | undefined
}

/** The approvals on one network. */
export type Section = Read & {
  network: CaipNetwork
  /** The network's number in the order in which the networks first answered; `undefined` until it answers. */
  arrival: number | undefined
  /** The node did not answer the last time. `list` then has what an earlier answer said, if there was one. */
  failed: boolean
  /** The wallet did not switch to the network when it was asked, so nothing could be ended. */
  unreached: boolean
  /** Keys of the approvals that are to be ended. */
  chosen: readonly string[]
}

export type ApprovalsState = {
  /** One for each of the account's networks. The network that was active at the last loading is first. */
  sections: readonly Section[]
  /** The account's smart sessions; empty without the plugin smart-sessions. `grantsFailed`: reading them failed. */
  grants: readonly SessionGrant[]
  grantsFailed: boolean
  /**
   * Set while approvals are being ended: how many are done, of how many, and the name of the network. `switching`: the
   * wallet is asked to switch to that network.
   */
  ending: { done: number; count: number; network: string; switching: boolean } | undefined
}

export const blankApprovals = (): ApprovalsState => ({
  sections: [],
  grants: [],
  grantsFailed: false,
  ending: undefined,
})

export const blankSection = (network: CaipNetwork): Section => ({
  network,
  list: undefined,
  blocks: undefined,
  more: 0,
  unread: 0,
  issued: [],
  runs: undefined,
  arrival: undefined,
  failed: false,
  unreached: false,
  chosen: [],
})

/**
 * Orders the sections: the first one, then those that have answered, in the order of their answers, so that a new
 * answer moves no section that is shown already; then those that have not answered.
 */
export const inArrival = <S extends Pick<Section, 'arrival'>>([first, ...others]: readonly S[]): S[] => [
  ...(first ? [first] : []),
  ...others.toSorted((one, other) => (one.arrival ?? Infinity) - (other.arrival ?? Infinity) || 0),
]

type Facts = Omit<Section, 'network'>

/** Whether some approvals were not read. Then the screen must not say that the account has none. */
export const isUnsure = ({ more, unread }: Pick<Section, 'more' | 'unread'>): boolean => more > 0 || unread > 0

/** Whether to show more than the list, such as how many blocks were searched. */
export const hasRemarks = ({ list, blocks, more, unread, issued, runs }: Facts): boolean =>
  isUnsure({ more, unread }) ||
  blocks !== undefined ||
  issued.length > 0 ||
  runs !== undefined ||
  (list ?? []).some(isFrozen)

/** Whether the network was read completely, and there is neither an approval nor a remark to show. */
export const isQuiet = (section: Facts): boolean =>
  section.list?.length === 0 && !section.failed && !section.unreached && !hasRemarks(section)

/** Whether the network has neither answered nor failed since it was asked, and no earlier answer is shown. */
export const isWaiting = ({ list, failed }: Facts): boolean => list === undefined && !failed

/** The names of the networks, for a sentence. */
export const namesOf = (sections: readonly { readonly network: { readonly name: string } }[]): string =>
  sections.map(({ network: { name } }) => name).join(', ')
