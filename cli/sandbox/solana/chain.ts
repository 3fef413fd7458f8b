/** The sandbox's Solana chain as its services see it. It is made when it is first asked for. */
import { solanaAccounts, solanaMint as mint, type SolanaAccount } from '../otherAccounts.ts'
import { createFundedLedger } from './genesis.ts'
import type { Ledger } from './ledger.ts'
import { answerFrom, answerJson } from './rpc.ts'
import { createSubscriptions } from './subscriptions.ts'

/** What `/status` says of the chain. */
export type SandboxSolana = {
  caipNetworkId: string
  name: string
  /** JSON-RPC over HTTP. */
  rpcUrl: string
  /** Its websocket. `@solana/web3.js` would look for it on the next port, so it must be told. */
  wsUrl: string
  /** The SPL token that the test accounts hold. */
  mint: { address: string; symbol: string; decimals: number }
  /** Test accounts with 1,000 SOL and 10,000 tokens each; `secretKey` is the 32-byte ed25519 seed in hex. Public keys: for tests only. */
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

/** The chain's part of the status of a sandbox at this address. */
export const describeSolana = (url: string): SandboxSolana => ({
  ...solanaInfo,
  rpcUrl: `${url}/rpc/solana`,
  wsUrl: `${url.replace(/^http/, 'ws')}/rpc/solana`,
  mint,
  accounts: solanaAccounts,
})
