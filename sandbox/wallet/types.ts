/** The types of the sandbox's wallet, for its page and tests. */
import type { WalletKit } from '@reown/walletkit'
import type { Core } from '@walletconnect/core'
import type { Hex } from 'viem'
import type { Described } from './namespace.ts'
import type { WalletChain } from './namespaces/eip155.ts'
import type { Granted } from './proposal.ts'

export type WalletOptions = {
  relayUrl: string
  projectId: string
  /** The EVM chains that the wallet can reach. */
  chains: readonly WalletChain[]
  /**
   * The URLs of the sandbox's Solana chain (JSON-RPC) and Bitcoin chain (Esplora). Without one, the wallet signs for
   * that chain but cannot send.
   */
  solanaUrl?: string
  bitcoinUrl?: string
  /** The private keys of the wallet's EVM accounts. They are public: for tests only. */
  keys: readonly Hex[]
  name?: string
  url?: string
  /** Where the client stores its keys and sessions; by default the SDK's own storage, in a browser IndexedDB. */
  storage?: NonNullable<ConstructorParameters<typeof Core>[0]>['storage']
  /** The prefix of the client's storage keys. Two clients in one page or process need different prefixes. */
  storagePrefix?: string
  /**
   * `false`: the wallet, like many, does not support a session and a sign-in with one approval. It shows the plain
   * proposal that pages send with such a request.
   */
  authenticates?: boolean
}

/** A page that requests a session. `refusal` says why it can only be rejected. */
export type Proposal = {
  kind: 'proposal'
  id: number
  name: string
  url: string
  chains: string[]
  methods: string[]
  refusal?: string
}
/** A session's request. `fault` says why it cannot be carried out; an approval then answers with an error. */
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
/** A page that requests a session and a sign-in with one approval. `messages` are the texts that an approval signs. */
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

/** `accounts` are CAIP-10; `expiry` is in seconds since 1970. */
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
  /** Pairs with the page of a pairing URI. @throws Error when the URI is expired, malformed or already used */
  pair: (uri: string) => Promise<void>
  sessions: () => Session[]
  /** Everything that waits for an answer: proposals, then sign-ins, then requests. */
  pending: () => Pending[]
  /**
   * Approves the pending item with this id, or the first one. If a request cannot be carried out, the page gets the
   * error.
   */
  approve: (id?: number) => Promise<void>
  /** Rejects the pending item with this id, or the first one. The page gets the code 5000, or 4001 for a request. */
  reject: (id?: number) => Promise<void>
  /** Ends a session from this side; without a topic, all sessions. */
  disconnect: (topic?: string) => Promise<void>
  /**
   * Tells a session (without a topic, all sessions) that this chain (CAIP-2) is now in use, and adds the chain if it is
   * missing. Sessions without the chain's namespace are left as they are.
   */
  switchChain: (chainId: string, topic?: string) => Promise<void>
  /**
   * From now on, sessions get the first `count` accounts of each chain: new ones, and also existing ones (with a topic,
   * of those only this one).
   */
  setAccounts: (count: number, topic?: string) => Promise<void>
  /**
   * Updates a session, or all without a topic: replaces its namespaces if they are given, else extends it to seven
   * days.
   */
  update: (topic?: string, namespaces?: Granted) => Promise<void>
  /**
   * With `true`, approves everything automatically, pending items too. It rejects proposals and sign-ins that the
   * wallet cannot grant, and answers requests that it cannot carry out with an error.
   */
  setAuto: (auto: boolean) => void
  /** Calls the listener after every change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** The EVM chains that the wallet can reach, including those that pages added. */
  chains: () => WalletChain[]
  /** The number of accounts of each chain that a session gets. */
  accountCount: () => number
  /** The SDK's client, for tests that need more than the functions above. */
  client: InstanceType<typeof WalletKit>
  close: () => Promise<void>
}
