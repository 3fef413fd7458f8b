/** Provides the engines' paths and the test wallet's script to the tests. */
import type { TestProject } from 'vitest/node'
import { type EngineName, ENGINES, findEngine } from '../../cli/repo/engines/find.ts'
import { bundleTestWallet } from '../../runtime/test/bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An engine that is not available on this machine is absent. */
    engines: Partial<Record<EngineName, string>>
  }
}

export default async function setup({ provide }: TestProject) {
  const found = await Promise.all(ENGINES.map(async (name) => [name, await findEngine(name)] as const))
  provide('engines', Object.fromEntries(found.filter(([, path]) => path !== undefined)))
  provide('testWallet', await bundleTestWallet())
}
