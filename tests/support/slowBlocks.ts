import { askNode } from './ledger.ts'

/** Makes the chain mine only every `ms`, so that receipts take time. @returns a function that ends this */
export async function slowBlocks(url: string, ms: number): Promise<() => Promise<void>> {
  await askNode(url, 'evm_setAutomine', [false])
  // Mine no empty blocks, because each advances the chain's time by at least a second.
  const mine = async () => {
    const { pending } = (await askNode(url, 'txpool_status', [])) as { pending: string }
    if (Number(pending) > 0) await askNode(url, 'evm_mine', [])
  }
  const timer = setInterval(() => void mine(), ms)
  return async () => {
    clearInterval(timer)
    await askNode(url, 'evm_setAutomine', [true])
    await mine()
  }
}
