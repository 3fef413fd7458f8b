/** What a test wallet is made of, and the switches that a test turns while it runs. All plain data, so a script can carry them. */

export type Hex = `0x${string}`

/** A network that the wallet knows, with the node that it asks. */
export type TestChain = { id: number; rpcUrl: string }

export type TestWalletOptions = {
  /** The networks that the wallet knows; it starts on the first. */
  chains: readonly TestChain[]
  /** Private keys; the first is the selected account. Defaults to the first well-known key of local nodes. */
  keys?: readonly Hex[]
  /** The chain that it starts on, when it is not the first. One that it has no node for is a wrong chain to be on. */
  chainId?: number
  name?: string
  rdns?: string
  uuid?: string
  /** A `data:` URL. */
  icon?: string
  /** Answered to `wallet_getCapabilities`, by hex chain id; without it the method is unsupported. */
  capabilities?: Record<string, unknown>
  /** Answered to `wallet_getAssets`; without it the method is unsupported. */
  assets?: unknown
  /** The switches' first positions. */
  switches?: Partial<Switches>
}

/**
 * - `answer`: to each prompt. `hold` leaves it open until `settle` is called, which may be never.
 * - `refusal`: the shape of a rejection: an Error with 4001, a plain object with 4001, or -32603 "User rejected".
 * - `delay`: ms before each answer that needs the visitor.
 * - `twice`: every answer comes a second time, with other content; so do the connection's events.
 * - `switch`: `unknown` answers 4902 to every switch; `unsupported` says the same in other words (-32600).
 * - `add`: to `wallet_addEthereumChain`; `stay` adds without moving there.
 * - `revoke`: to `wallet_revokePermissions`; `failAndRevoke` answers with an error after having revoked.
 */
export type Switches = {
  answer: 'approve' | 'reject' | 'hold'
  refusal: 'error' | 'plain' | 'internal'
  delay: number
  twice: boolean
  switch: 'known' | 'unknown' | 'unsupported'
  add: 'approve' | 'stay' | 'reject' | 'fail'
  revoke: 'revoke' | 'fail' | 'failAndRevoke' | 'hold'
}

export const SWITCHES: Switches = {
  answer: 'approve',
  refusal: 'error',
  delay: 0,
  twice: false,
  switch: 'known',
  add: 'approve',
  revoke: 'revoke',
}

/** Public for years: the first account of the mnemonic "test … junk", which local nodes fund. Never put anything real there. */
export const FIRST_TEST_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const TEST_WALLET = {
  name: 'Test wallet',
  rdns: 'org.walletkit.test',
  icon: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b6470"/><path d="M10 10h12M16 10v13" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
  )}`,
} as const

/** Checks options that may come from a script or a JSON file. Throws an Error that names what is wrong. */
export function parseOptions(
  options: TestWalletOptions,
): TestWalletOptions & { keys: readonly Hex[]; first: TestChain } {
  const { chains, keys = [FIRST_TEST_KEY] } = options
  const [first] = chains
  if (!first) throw new Error('A test wallet needs at least one chain: { id, rpcUrl }')
  for (const { id, rpcUrl } of chains) {
    if (!Number.isSafeInteger(id) || id <= 0 || !URL.canParse(rpcUrl))
      throw new Error(`Chain ${id} with ${rpcUrl} is none`)
  }
  if (!keys.length || !keys.every((key) => /^0x[0-9a-f]{64}$/i.test(key)))
    throw new Error('A key is 0x and 64 hex digits')
  return { ...options, keys, first }
}
