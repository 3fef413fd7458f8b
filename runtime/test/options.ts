/** The options of a test wallet, and the switches that tests change while it runs. All of it is JSON. */

export type Hex = `0x${string}`

/** A network that the wallet knows, with the URL of its node. */
export type TestChain = { id: number; rpcUrl: string }

export type TestWalletOptions = {
  /** The networks that the wallet knows; it starts on the first, unless `chainId` names another. */
  chains: readonly TestChain[]
  /** Private keys; the first is the selected account. Defaults to the first well-known key of local nodes. */
  keys?: readonly Hex[]
  /** The chain to start on, if not the first. A chain that `chains` lacks simulates an unsupported network. */
  chainId?: number
  name?: string
  rdns?: string
  uuid?: string
  /** A `data:` URL. */
  icon?: string
  /**
   * The result of `wallet_getCapabilities`, by hex chain id. Without it and without `batch` the method is unsupported.
   */
  capabilities?: Record<string, unknown>
  /**
   * The wallet sends batches (`wallet_sendCalls`, EIP-5792): each account delegates to this contract (EIP-7702), whose
   * `executeBatch((address,uint256,bytes)[])` the account itself may call. Without `capabilities`, the wallet then says
   * that it can batch on each of its chains. Without `batch`, `wallet_sendCalls` is unsupported.
   */
  batch?: Hex
  /** The result of `wallet_getAssets`. Without it the method is unsupported. */
  assets?: unknown
  /** The initial switches. */
  switches?: Partial<Switches>
}

/**
 * - `answer`: the visitor's answer to each prompt. `hold` leaves the prompt open until the test calls `settle`.
 * - `refusal`: the form of a rejection: an Error with 4001, a plain object with 4001, -32603 "User rejected", or an
 *   Error without a code. `late`: on Polkadot `enable` resolves, and `accounts.get` rejects with "not been authorised".
 * - `delay`: ms before each response that needs the visitor.
 * - `twice`: sends every response twice, the second with different content, and the wallet's own events twice.
 * - `switch`: `unknown` returns 4902 for every switch to another chain; `unsupported` returns -32600 for it.
 * - `add`: the response to `wallet_addEthereumChain`; `stay` adds the chain without switching to it.
 * - `explorer`: `wallet_addEthereumChain` fails without a block explorer's URL.
 * - `accounts`: `none` shares no account and shows no prompt: the visitor has switched off this site in the wallet.
 * - `again`: the response to a second request to connect, or to switch the chain, while one is pending: -32002, a bare
 *   -32603, or a second prompt.
 * - `events`: the events of an answer are emitted before it, or a moment after it.
 * - `onboarded`: `false` makes every request (outside of eip155, every connection) throw at once, because the visitor
 *   has not set up the wallet.
 * - `background`: `never` leaves every request that needs no person without an answer.
 * - `revoke`: the response to `wallet_revokePermissions`; `failAndRevoke` revokes and then returns an error.
 */
export type Switches = {
  answer: 'approve' | 'reject' | 'hold'
  refusal: 'error' | 'plain' | 'internal' | 'bare' | 'late'
  delay: number
  twice: boolean
  switch: 'known' | 'unknown' | 'unsupported'
  add: 'approve' | 'stay' | 'reject' | 'fail'
  explorer: boolean
  accounts: 'shared' | 'none'
  again: 'pending' | 'internal' | 'queue'
  events: 'before' | 'after'
  onboarded: boolean
  background: 'answer' | 'never'
  revoke: 'revoke' | 'fail' | 'failAndRevoke' | 'hold'
}

export const SWITCHES: Switches = {
  answer: 'approve',
  refusal: 'error',
  delay: 0,
  twice: false,
  switch: 'known',
  add: 'approve',
  explorer: false,
  accounts: 'shared',
  again: 'pending',
  events: 'before',
  onboarded: true,
  background: 'answer',
  revoke: 'revoke',
}

/**
 * The first account of the mnemonic "test … junk", which local nodes fund. It is public: never send real money to it.
 */
export const FIRST_TEST_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const TEST_WALLET = {
  name: 'Test wallet',
  rdns: 'org.walletkit.test',
  icon: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b6470"/><path d="M10 10h12M16 10v13" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
  )}`,
} as const

/**
 * Checks chains, keys and `batch`, which may come from a script or a JSON file. Throws an Error that says what is
 * wrong.
 */
export function parseOptions(
  options: TestWalletOptions,
): TestWalletOptions & { keys: readonly Hex[]; first: TestChain } {
  const { chains, keys = [FIRST_TEST_KEY] } = options
  const [first] = chains
  if (!first) throw new Error('A test wallet needs at least one chain: { id, rpcUrl }')
  for (const { id, rpcUrl } of chains) {
    if (!Number.isSafeInteger(id) || id <= 0 || !URL.canParse(rpcUrl))
      throw new Error(`Chain ${id} (${rpcUrl}) needs a positive integer id and a valid RPC URL`)
  }
  if (!keys.length || !keys.every((key) => /^0x[0-9a-f]{64}$/i.test(key)))
    throw new Error('A key is 0x and 64 hex digits')
  if (options.batch !== undefined && !/^0x[0-9a-f]{40}$/i.test(options.batch))
    throw new Error('batch is the address of a contract')
  return { ...options, keys, first }
}
