import { afterAll, beforeAll } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'

/**
 * A sandbox for the tests of one file (or one `describe`), on a free port: starts before them and stops after them.
 * @returns a function that returns the running sandbox, and throws outside of a test or hook
 */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, ...options })
  })
  afterAll(async () => {
    await sandbox?.stop()
  })
  return () => {
    if (!sandbox) throw new Error('The sandbox is not running yet: call this inside a test')
    return sandbox
  }
}
