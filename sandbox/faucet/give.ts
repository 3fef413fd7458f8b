/**
 * Sends test coins in a real transaction, from accounts that are not test accounts, so that no test account pays or
 * changes its nonce.
 */
import { numberToHex, parseEther, type Hex } from 'viem'
import type { BitcoinChain } from '../bitcoin/chain.ts'
import type { EvmNode } from '../node.ts'
import { receipt } from '../receipt.ts'
import { requestAirdrop } from '../solana/sending.ts'
import type { SolanaChain } from '../solana/chain.ts'
import type { Wish } from './parse.ts'

export const FAUCET: Hex = '0x5a4db0c5000000000000000000000000000000fa'

export type Faucet = { give: (wish: Wish) => Promise<string> }

/** `give` resolves with the transaction's hash, signature or id once it is in the chain. */
export function createFaucet(nodes: readonly EvmNode[], solana: SolanaChain, bitcoin: BitcoinChain): Faucet {
  /**
   * The last payment on each chain. Payments on a chain run one after the other, because on EVM each uses the next
   * nonce.
   */
  const turns = new Map<string, Promise<unknown>>()

  async function onEvm(chain: string, to: string, amount: bigint): Promise<string> {
    const node = nodes.find(({ id }) => String(id) === chain)
    if (!node) throw new Error(`The sandbox has no chain ${chain}`)
    await node.request('anvil_setBalance', [FAUCET, numberToHex(parseEther('1000000'))])
    await node.request('anvil_impersonateAccount', [FAUCET])
    const hash = await node.request('eth_sendTransaction', [{ from: FAUCET, to, value: numberToHex(amount) }])
    const mined = await receipt(node, hash)
    if (mined.status !== '0x1') throw new Error(`The payment ${String(hash)} failed on ${node.name}`)
    return String(hash)
  }

  const pay = async ({ kind, chain, address, amount }: Wish): Promise<string> => {
    if (kind === 'solana') return requestAirdrop(solana.ledger(), [address, Number(amount)])
    if (kind === 'bitcoin') return bitcoin.pay(address, Number(amount))
    return onEvm(chain, address, amount)
  }
  return {
    give: (wish) => {
      const done = (turns.get(wish.chain) ?? Promise.resolve()).catch(() => undefined).then(() => pay(wish))
      turns.set(wish.chain, done)
      return done
    },
  }
}
