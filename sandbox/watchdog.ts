import { spawn } from 'node:child_process'

/**
 * Ends the given processes when this process dies, even by SIGKILL. A shell reads from a pipe that only this process
 * has open: if the pipe ends without the word "done", the shell kills them. Does nothing on Windows, which has no such
 * shell.
 * @returns a function that ends the watchdog; the processes keep running
 */
export function watchOver(pids: number[]): () => Promise<void> {
  if (process.platform === 'win32') return async () => {}
  const script = 'trap \'\' INT HUP TERM; read -r word; [ "$word" = done ] || kill -9 "$@" 2>/dev/null'
  const child = spawn('/bin/sh', ['-c', script, 'walletkit-sandbox-watchdog', ...pids.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // Without a shell there is no watchdog, but a clean stop still ends the nodes.
    child.once('error', () => resolve())
  })
  child.stdin.on('error', () => {})
  return async () => {
    child.stdin.end('done\n')
    await ended
  }
}
