/** The sandbox's Bitcoin chain as its services use it. It starts on first use. */
import type { Answer } from '../answer.ts'
import { bitcoinAccounts, type BitcoinAccount } from '../otherAccounts.ts'
import { answerEsplora } from './esplora.ts'
import { startBitcoinNode, type BitcoinNode } from './node.ts'

/** What `/status` says about the Bitcoin chain. */
export type SandboxBitcoin = {
  caipNetworkId: string
  name: string
  /** The base URL of its Esplora-style endpoints. */
  url: string
  /** Test accounts with 10 BTC each at the start. Their keys are public: for tests only. */
  accounts: readonly BitcoinAccount[]
}

const caipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

export function createBitcoin() {
  let starting: Promise<BitcoinNode> | undefined
  const start = () =>
    (starting ??= startBitcoinNode().catch((error: unknown) => {
      starting = undefined
      throw error
    }))
  return {
    caipNetworkId,
    /** Pays an address in satoshi. @returns the transaction's id */
    pay: async (address: string, satoshi: number): Promise<string> => (await start()).pay(address, satoshi),
    answer: async (method: string, path: readonly string[], body: Buffer): Promise<Answer> =>
      answerEsplora(await start(), method, path, body),
    stop: async () => {
      const node = await starting?.catch(() => undefined)
      await node?.stop()
    },
  }
}

export type BitcoinChain = ReturnType<typeof createBitcoin>

/** What the `/status` of a sandbox at this URL says about its Bitcoin chain. */
export const describeBitcoin = (url: string): SandboxBitcoin => ({
  caipNetworkId,
  name: 'Sandbox Bitcoin',
  url: `${url}/bitcoin`,
  accounts: bitcoinAccounts,
})
