/** The wallet's access to the sandbox's Bitcoin chain (Esplora's HTTP API). */
import { type Coin, readCoins, readFeeRate } from '../../../runtime/test/sign/bitcoinTransfer.ts'
import { Fault } from '../namespace.ts'

const sandboxChain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

export type BitcoinNetwork = {
  coins: (address: string) => Promise<Coin[]>
  /** Satoshi per virtual byte. */
  feeRate: () => Promise<bigint>
  /**
   * Sends a signed transaction.
   * @returns the transaction's id
   * @throws Fault with the chain's own message when it is rejected
   */
  send: (hex: string) => Promise<string>
}

/**
 * Opens the wallet's access to a Bitcoin chain.
 * @throws Fault 4902 for another chain than the sandbox's, or without `url`
 */
export function bitcoinNetwork(url: string | undefined, chainId: string): BitcoinNetwork {
  if (!url || chainId !== sandboxChain) throw new Fault(4902, `The sandbox wallet cannot send on ${chainId}`)
  const ask = async (path: string, body?: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`, body === undefined ? {} : { method: 'POST', body })
    const text = await answer.text()
    if (!answer.ok) throw new Fault(-32000, text)
    return text
  }
  return {
    coins: async (address) => readCoins(JSON.parse(await ask(`/address/${address}/utxo`))),
    feeRate: async () => readFeeRate(JSON.parse(await ask('/fee-estimates'))),
    send: (hex) => ask('/tx', hex),
  }
}
