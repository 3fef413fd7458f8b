import { spawn } from 'node:child_process'

/**
 * Ends the given processes when this one is gone, even by SIGKILL: a shell waits on a pipe that only this process holds.
 * The pipe ends without the word "done" when its owner died. Does nothing on Windows, where there is no such shell.
 * @returns dismisses the watchdog without ending anything.
 */
export function watchOver(pids: number[]): () => Promise<void> {
  if (process.platform === 'win32') return async () => {}
  const script = 'trap \'\' INT HUP TERM; read -r word; [ "$word" = done ] || kill -9 "$@" 2>/dev/null'
  const child = spawn('/bin/sh', ['-c', script, 'walletkit-sandbox-watchdog', ...pids.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // No shell: nothing watches, and the nodes still end with a clean stop.
    child.once('error', () => resolve())
  })
  child.stdin.on('error', () => {})
  return async () => {
    child.stdin.end('done\n')
    await ended
  }
}
