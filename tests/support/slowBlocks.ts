import { askNode } from './ledger.ts'

/** Lets the chain take transactions only every `ms`, until the return value is called: receipts have to be waited for. */
export async function slowBlocks(url: string, ms: number): Promise<() => Promise<void>> {
  await askNode(url, 'evm_setAutomine', [false])
  // No empty ones: each moves the chain's time on by a second at least.
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
