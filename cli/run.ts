/** Other programs that the CLI runs in a project. */
import { spawn } from 'node:child_process'

export type Ran = { code: number; stdout: string; /** stdout and stderr, as they came. */ output: string }

const shell = process.platform === 'win32'

/** Keeps what the program says. Its code is 1 where it cannot be started. */
export function runQuiet(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((done) => {
    const ran: Ran = { code: 1, stdout: '', output: '' }
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: shell && command !== process.execPath,
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

/** Shows what the program says on stderr: stdout belongs to the answer. */
export function runShown(command: string, args: readonly string[], cwd: string): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2], shell })
    child.on('error', () => done(1))
    child.on('close', (code) => done(code ?? 1))
  })
}
