/** Runs `walletkit-server` in a process of its own, which a test can kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtServer } from './builtServer.ts'

export type ServerProcess = {
  url: string
  child: ChildProcess
  /** Everything that it printed. */
  output: () => string
  /** Resolves with the exit code, or null after a signal. */
  ended: Promise<number | null>
}

const spawned = (folder: string, args: readonly string[], environment: NodeJS.ProcessEnv, command: readonly string[]) =>
  spawn(process.execPath, [...command, ...args], {
    cwd: folder,
    env: { ...process.env, WALLETKIT_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/**
 * Starts the server: the built one unless `command` says otherwise.
 * @throws Error with its output when it ends before it is ready
 */
export async function spawnServer(
  folder: string,
  environment: NodeJS.ProcessEnv = {},
  command?: readonly string[],
): Promise<ServerProcess> {
  const child = spawned(folder, [], environment, command ?? (await builtServer()))
  let text = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const found = /"url":"([^"]+)","port":\d+,"mode":"\w+","msg":"ready"/.exec(text)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`It ended before it was ready: ${text}`)))
  })
  return { url, child, output: () => text, ended }
}

/** Runs a command of `walletkit-server` until it ends. */
export async function runServer(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  command?: readonly string[],
): Promise<{ code: number | null; text: string }> {
  const child = spawned(folder, args, environment, command ?? (await builtServer()))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}
