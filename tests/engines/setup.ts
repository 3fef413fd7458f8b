/** Where the engines are, and the wallet that stands in the page. */
import type { TestProject } from 'vitest/node'
import { type EngineName, ENGINES, findEngine } from '../../cli/repo/engines/find.ts'
import { bundleTestWallet } from '../../runtime/test/bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An engine that cannot be had here is absent. */
    engines: Partial<Record<EngineName, string>>
  }
}

export default async function setup({ provide }: TestProject) {
  const found = await Promise.all(ENGINES.map(async (name) => [name, await findEngine(name)] as const))
  provide('engines', Object.fromEntries(found.filter(([, path]) => path !== undefined)))
  provide('testWallet', await bundleTestWallet())
}
