/** `walletkit sandbox`: runs the project's own walletkit-sandbox and passes all flags on to it. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import { messages } from '../messages.ts'
import { installOf, sandboxRoot } from '../project.ts'

/** Resolves with the sandbox's exit code when it ends, 0 after a signal. Passes Ctrl-C, SIGTERM and SIGHUP on. */
export async function sandbox(args: readonly string[], folder: string = process.cwd()): Promise<number> {
  const root = sandboxRoot(resolve(folder))
  if (root === undefined) throw new Failure(messages.noSandbox(await installOf(resolve(folder), 'walletkit-sandbox')))
  const child = spawn(process.execPath, [join(root, 'dist/walletkit-sandbox.js'), ...args], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => done(code ?? 0))
  })
}
