/** Runs other programs in the user's project. */
import { spawn, type StdioOptions } from 'node:child_process'
import { Failure } from './failure.ts'

export type Ran = {
  code: number
  stdout: string
  /** stdout and stderr together, in order of arrival. */
  output: string
}

const shell = process.platform === 'win32'

/**
 * Quotes arguments for a shell. On Windows npm can only be started through a shell, and `spawn` does not quote there.
 * @throws Failure for an argument that a shell could interpret even in quotes
 */
function forShell(args: readonly string[]): string[] {
  return args.map((each) => {
    if (/["%!$`\r\n\0]|\\$/.test(each)) throw new Failure(`${each} has signs that a shell could take for a command.`)
    return /^[\w@./:\\+~=-]+$/.test(each) ? each : `"${each}"`
  })
}

/** Runs a program and collects its output. The exit code is 1 when the program cannot be started. */
export function runQuiet(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((done) => {
    const ran: Ran = { code: 1, stdout: '', output: '' }
    const inShell = shell && command !== process.execPath
    const child = spawn(command, inShell ? forShell(args) : args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: inShell,
    })
    child.stdout.on('data', (chunk: Buffer) => {
      ran.stdout += chunk.toString()
      ran.output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => void (ran.output += chunk.toString()))
    child.on('error', (error) => done({ ...ran, output: error.message }))
    child.on('close', (code) => done({ ...ran, code: code ?? 1 }))
  })
}

/**
 * Runs a program and shows its output on stderr, because stdout carries the command's result. `env` adds variables to
 * the environment. Returns the exit code.
 */
export function runShown(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((done) => {
    const options = { cwd, stdio: ['ignore', 2, 2] as StdioOptions, shell, env: { ...process.env, ...env } }
    const child = spawn(command, shell ? forShell(args) : args, options)
    child.on('error', () => done(1))
    child.on('close', (code) => done(code ?? 1))
  })
}
