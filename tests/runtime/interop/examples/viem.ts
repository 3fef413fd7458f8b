import { type Address, parseEther } from 'viem'
import type { WalletKit } from 'walletkit'
import { toPublicClient, toWalletClient } from 'walletkit/viem'

export async function tip(kit: WalletKit, to: Address) {
  const hash = await toWalletClient(kit).sendTransaction({ to, value: parseEther('0.01') })
  return toPublicClient(kit).waitForTransactionReceipt({ hash })
}
