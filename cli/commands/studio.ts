/** `walletkit studio`: serves a page on this computer that edits the config beside the live modal. */
import { resolve } from 'node:path'
import { CONFIG_FILE, messages } from '../messages.ts'
import { loadVite } from '../project.ts'
import { loadConfig } from '../stages/load.ts'
import { select } from '../stages/select.ts'
import { startStudio } from '../studio/server.ts'
import { answer, type CommonFlags, say } from './check.ts'
import { joinSandbox, portOf, waitForStop } from './dev.ts'

export type StudioFlags = CommonFlags & { port?: string }

const PORT = 4949

/** Resolves after Ctrl-C, SIGTERM or SIGHUP. */
export async function studio({ config = CONFIG_FILE, json, port, root: folder = process.cwd() }: StudioFlags) {
  const root = resolve(folder)
  const wanted = port === undefined ? PORT : portOf(port)
  const stopped = waitForStop()
  const undo: (() => Promise<unknown>)[] = []
  try {
    const vite = await loadVite(root)
    if (select(await loadConfig(root, config))?.sandbox) {
      // If the sandbox cannot start, go on: the preview still shows the modal, but its services do not answer.
      const sandbox = await joinSandbox(root).catch((error: unknown) => void say(String(error)))
      if (sandbox) undo.push(sandbox.stop)
    }
    const { url, stop } = await startStudio(vite, root, resolve(root, config), wanted)
    undo.push(stop)
    if (json) answer({ ok: true, url })
    say(messages.studioReady(url))
    say(messages.stopHint)
    await stopped
  } finally {
    await Promise.allSettled(undo.reverse().map((step) => step()))
  }
  say(messages.stopped)
  return 0
}
