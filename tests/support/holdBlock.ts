import { onTestFinished } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { askNode } from './ledger.ts'

/** Makes the first chain mine nothing until the returned function is called, or the test ends. */
export async function holdBlock({ chains }: Sandbox): Promise<() => Promise<void>> {
  const url = chains[0]?.rpcUrl ?? ''
  await askNode(url, 'evm_setAutomine', [false])
  const release = async () => {
    await askNode(url, 'evm_setAutomine', [true])
    await askNode(url, 'evm_mine', [])
  }
  onTestFinished(release)
  return release
}
