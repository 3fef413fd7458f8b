import { parseEther } from 'ethers'
import type { WalletKit } from 'walletkit'
import { toSigner } from 'walletkit/ethers'

export async function tip(kit: WalletKit, to: string) {
  const sent = await toSigner(kit).sendTransaction({ to, value: parseEther('0.01') })
  return sent.wait()
}
