/** The sandbox's Solana chain as its services use it. It starts on first use. */
import { solanaAccounts, solanaMint as mint, type SolanaAccount } from '../otherAccounts.ts'
import { createFundedLedger } from './genesis.ts'
import type { Ledger } from './ledger.ts'
import { answerFrom, answerJson } from './rpc.ts'
import { createSubscriptions } from './subscriptions.ts'

/** What `/status` says about the Solana chain. */
export type SandboxSolana = {
  caipNetworkId: string
  name: string
  /** JSON-RPC over HTTP. */
  rpcUrl: string
  /** JSON-RPC over a websocket. Pass this URL to `@solana/web3.js`, which by default connects to the next port. */
  wsUrl: string
  /** The SPL token that the test accounts have. */
  mint: { address: string; symbol: string; decimals: number }
  /**
   * Test accounts with 1,000 SOL and 10,000 tokens each at the start; `secretKey` is the 32-byte ed25519 seed in hex.
   * The keys are public: for tests only.
   */
  accounts: readonly SolanaAccount[]
}

export const solanaInfo: { caipNetworkId: string; name: string } = {
  caipNetworkId: 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh',
  name: 'Sandbox Solana',
}

export function createSolana() {
  let made: Ledger | undefined
  const ledger = () => (made ??= createFundedLedger())
  const subscriptions = createSubscriptions(ledger)
  const answerer = answerFrom(ledger)
  return {
    ...solanaInfo,
    ledger,
    forward: async (body: Buffer) => ({ status: 200, body: Buffer.from(answerJson(body.toString('utf8'), answerer)) }),
    join: subscriptions.accept,
    close: subscriptions.close,
  }
}

export type SolanaChain = ReturnType<typeof createSolana>

/** What the `/status` of a sandbox at this URL says about its Solana chain. */
export const describeSolana = (url: string): SandboxSolana => ({
  ...solanaInfo,
  rpcUrl: `${url}/rpc/solana`,
  wsUrl: `${url.replace(/^http/, 'ws')}/rpc/solana`,
  mint,
  accounts: solanaAccounts,
})
