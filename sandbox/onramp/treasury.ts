/**
 * Pays out purchases in real transactions of the on-ramp's own account (on Solana, of the faucet), so that no test
 * account's nonce changes.
 */
import { encodeFunctionData, erc20Abi, numberToHex, parseEther, type Hex } from 'viem'
import type { EvmNode } from '../node.ts'
import { receipt } from '../receipt.ts'
import type { SolanaChain } from '../solana/chain.ts'
import { requestAirdrop } from '../solana/sending.ts'
import type { Sold } from './currencies.ts'

export const TREASURY: Hex = '0x5a4db0c5000000000000000000000000000000b0'

export type Pay = (sold: Sold, to: string, amount: bigint) => Promise<string>

/**
 * Returns a function that pays; it resolves with the transaction's hash once it is mined, and rejects when it failed.
 */
export function createTreasury(nodes: readonly EvmNode[], solana: SolanaChain): Pay {
  /**
   * The last payment on each EVM chain. Payments on a chain wait for each other, because each uses the treasury's next
   * nonce.
   */
  const turns = new Map<string, Promise<unknown>>()

  async function onEvm(node: EvmNode, { contract }: Sold, to: Hex, amount: bigint): Promise<string> {
    await node.request('anvil_setBalance', [TREASURY, numberToHex(parseEther('1000000'))])
    if (contract) await node.request('anvil_dealERC20', [TREASURY, contract, numberToHex(amount)])
    await node.request('anvil_impersonateAccount', [TREASURY])
    const transfer = contract
      ? { to: contract, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
      : { to, value: numberToHex(amount) }
    const hash = await node.request('eth_sendTransaction', [{ from: TREASURY, ...transfer }])
    const mined = await receipt(node, hash)
    if (mined.status !== '0x1') throw new Error(`The payment ${String(hash)} failed on ${node.name}`)
    return String(hash)
  }

  return (sold, to, amount) => {
    if (sold.caipNetworkId === solana.caipNetworkId)
      return Promise.resolve().then(() => requestAirdrop(solana.ledger(), [to, Number(amount)]))
    const node = nodes.find(({ caipNetworkId }) => caipNetworkId === sold.caipNetworkId)
    if (!node) return Promise.reject(new Error(`The sandbox has no network ${sold.caipNetworkId}`))
    const done = (turns.get(sold.caipNetworkId) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => onEvm(node, sold, to as Hex, amount))
    turns.set(sold.caipNetworkId, done)
    return done
  }
}
