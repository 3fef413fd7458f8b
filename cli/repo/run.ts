import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Prints progress to stderr, because stdout is only for a command's result. */
export const say = (text: string) => void process.stderr.write(`${text}\n`)

/** Thrown to end a command with a message for the user. {@link main} prints it without a stack. */
export class Stop extends Error {
  override readonly name = 'Stop'
}

export type Run = { code: number; stdout: string; stderr: string }

/** Runs a command to its end and collects its output. With `show` it also prints the output as it arrives. */
export function run(
  command: string,
  args: readonly string[],
  { show = false, ...options }: SpawnOptions & { show?: boolean } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const output = { stdout: '', stderr: '' }
    child.stdout?.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString()
      if (show) process.stderr.write(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString()
      if (show) process.stderr.write(chunk)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, ...output }))
  })
}

/** Runs a command that must succeed. If it fails, throws a {@link Stop} with its output and `advice`. */
export async function must(
  advice: string,
  command: string,
  args: readonly string[],
  options?: SpawnOptions & { show?: boolean },
): Promise<Run> {
  const result = await run(command, args, options)
  if (result.code !== 0)
    throw new Stop(`${[command, ...args].join(' ')} failed\n${result.stdout}${result.stderr}\n${advice}`)
  return result
}

/** Runs a step and prints how long it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  say(`· ${name} …`)
  const result = await work()
  say(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Ends a child process and waits for it: SIGTERM first, SIGKILL after five seconds. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await gone
  clearTimeout(timer)
}

/**
 * Runs a command's main function; with `--help` prints the comment at the top of the command's file instead. A
 * {@link Stop} and an unknown option print a message; any other error is a bug and prints its stack.
 */
export function main(work: () => Promise<number | void>): void {
  const [, file = '', ...args] = process.argv
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(`${commentOf(file)}\n`)
  work().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      say(messageOf(error))
      process.exit(1)
    },
  )
}

/** The comment at the top of a file, without its stars. */
const commentOf = (file: string): string =>
  (/^\/\*\*([^]*?)\*\//.exec(readFileSync(file, 'utf8'))?.[1] ?? '').replace(/^[ \t]*\* ?/gm, '').trim()

function messageOf(error: unknown): string {
  if (error instanceof Stop) return error.message
  if (!(error instanceof Error)) return String(error)
  const isUnknown = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return isUnknown ? `${error.message}\n--help says what there is.` : String(error.stack)
}
