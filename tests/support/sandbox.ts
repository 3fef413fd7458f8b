import { afterAll, beforeAll } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../cli/sandbox/index.ts'

/**
 * A sandbox for the tests of one file (or one `describe`), on a free port: started before them, ended after them.
 * @returns gives the running sandbox; throws when it is called outside of a test or hook.
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
