/** The sandbox's wallet, as its page and tests see it. */
import type { WalletKit } from '@reown/walletkit'
import type { Core } from '@walletconnect/core'
import type { Hex } from 'viem'
import type { Described } from './namespace.ts'
import type { WalletChain } from './namespaces/eip155.ts'
import type { Granted } from './proposal.ts'

export type WalletOptions = {
  relayUrl: string
  projectId: string
  /** The EVM chains that it can reach. */
  chains: readonly WalletChain[]
  /** The sandbox's Solana chain (JSON-RPC) and Bitcoin chain (Esplora); without them it signs there, and sends nothing. */
  solanaUrl?: string
  bitcoinUrl?: string
  /** Private keys of its EVM accounts. Public ones: for tests only. */
  keys: readonly Hex[]
  name?: string
  url?: string
  /** Where the client keeps its keys and sessions; the browser's IndexedDB when it is missing. */
  storage?: NonNullable<ConstructorParameters<typeof Core>[0]>['storage']
  /** Clients of one page or process need different ones. */
  storagePrefix?: string
  /** `false`: it knows no sign-in with a session, as many wallets do, and takes the plain proposal that comes with it. */
  authenticates?: boolean
}

/** Somebody who wants a session. `refusal` says why it can only be rejected. */
export type Proposal = {
  kind: 'proposal'
  id: number
  name: string
  url: string
  chains: string[]
  methods: string[]
  refusal?: string
}
/** Something that a session asks for. `fault` says why it can only be rejected. */
export type Request = {
  kind: 'request'
  id: number
  topic: string
  name: string
  method: string
  chainId: string
  params: unknown
  described: Described
  fault?: string
}
/** Somebody who wants a session and a sign-in by one approval. `messages` are the texts that an approval signs. */
export type SignIn = {
  kind: 'signIn'
  id: number
  name: string
  url: string
  chains: string[]
  methods: string[]
  messages: string[]
  fault?: string
}
export type Pending = Proposal | SignIn | Request

/** `accounts` are CAIP-10, `expiry` is in seconds since 1970. */
export type Session = {
  topic: string
  name: string
  url: string
  expiry: number
  chains: string[]
  accounts: string[]
  methods: string[]
}

export type Wallet = {
  /** Answers a pairing URI. @throws Error when it is expired, malformed or used already */
  pair: (uri: string) => Promise<void>
  sessions: () => Session[]
  /** What waits for an answer, oldest first. */
  pending: () => Pending[]
  /** Says yes to what waits under this id; to the first when there is none. Failing is answered with its error. */
  approve: (id?: number) => Promise<void>
  /** Says no: 5000 to a proposal and a sign-in, 4001 to a request. */
  reject: (id?: number) => Promise<void>
  /** Ends a session from this side; all of them without a topic. */
  disconnect: (topic?: string) => Promise<void>
  /** Tells a session (all without a topic) that a chain (CAIP-2) is in use now; it gets the chain when it has it not. */
  switchChain: (chainId: string, topic?: string) => Promise<void>
  /** Shows the first `count` accounts of each chain from now on, to the sessions there are too. */
  setAccounts: (count: number, topic?: string) => Promise<void>
  /** Renews a session: its namespaces when they are given (they replace the old ones), else its seven days. */
  update: (topic?: string, namespaces?: Granted) => Promise<void>
  /** Whether everything is approved as it comes. */
  setAuto: (auto: boolean) => void
  /** Calls back after every change; returns what ends that. */
  subscribe: (listener: () => void) => () => void
  /** The chains it can reach. */
  chains: () => WalletChain[]
  /** How many accounts a new session sees. */
  accountCount: () => number
  /** The client underneath, for tests of its own behaviour. */
  client: InstanceType<typeof WalletKit>
  close: () => Promise<void>
}
