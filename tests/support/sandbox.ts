import { afterAll, beforeAll } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'

/**
 * Runs a sandbox on a free port for the tests of one file or one `describe`: starts it before them, and stops it after
 * them.
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
