/** `walletkit dev`: starts the project's vite server, and the sandbox if the config names it and none runs yet. */
import { resolve } from 'node:path'
import { configOption } from '../configOption.ts'
import { Failure } from '../failure.ts'
import { CONFIG_FILE, messages } from '../messages.ts'
import { loadSandbox, loadVite, viteConfig } from '../project.ts'
import { loadConfig } from '../stages/load.ts'
import { sandboxAnswers } from '../stages/probe.ts'
import { select } from '../stages/select.ts'
import { SANDBOX_URL } from '../../schema/services.ts'
import type { WalletKitApi } from '../trim.ts'
import { walletkit } from '../vite.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

export type DevFlags = CommonFlags & { port?: string; host?: string }

/** Parses `--port`. 0 is any free port. @throws Failure for what is no port */
export function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Failure(messages.notPort(text))
  return Number(text)
}

/** Runs until Ctrl-C, SIGTERM or SIGHUP, then stops what it started. Exits with 1 when the config has issues. */
export async function dev({ config, json, port, host, root: folder = process.cwd() }: DevFlags): Promise<number> {
  const root = resolve(folder)
  const wanted = port === undefined ? undefined : portOf(port)
  const loaded = await loadConfig(root, config)
  const selection = select(loaded)
  if (!selection) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, selection, false)
    return 1
  }
  const undo: (() => Promise<unknown>)[] = []
  const stopped = waitForStop()
  try {
    const vite = await loadVite(root)
    const sandbox = selection.sandbox ? await joinSandbox(root) : undefined
    if (sandbox) undo.push(sandbox.stop)
    const viteFile = viteConfig(root)
    const own = viteFile ? configOption(config) : [walletkit({ script: true, ...(config !== undefined && { config }) })]
    const server = await vite.createServer({
      root,
      logLevel: 'warn',
      plugins: own,
      server: { ...(wanted !== undefined && { port: wanted }), ...(host !== undefined && { host }) },
      ...(!viteFile && { configFile: false as const }),
    })
    undo.push(() => server.close())
    await server.listen()
    const urls = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])]
    if (json) answer({ ok: true, urls, sandbox: sandbox?.url })
    say(messages.pageReady(urls))
    const page = server.config.plugins.find(({ name }) => name === 'walletkit')?.api as WalletKitApi | undefined
    for (const line of configLines(config, page?.file(), viteFile)) say(line)
    say(messages.stopHint)
    await stopped
  } finally {
    await Promise.allSettled(undo.reverse().map((step) => step()))
  }
  say(messages.stopped)
  return 0
}

/**
 * The messages that tell which config the page uses, if that is not obvious. `given`: the value of `--config`. `page`:
 * the config that the project's `walletkit()` reads; undefined if the vite config does not use that plugin.
 */
function configLines(given: string | undefined, page: string | undefined, viteFile = 'vite.config'): string[] {
  if (page === undefined) return given === undefined ? [] : [messages.emitConfig(given)]
  if (given !== undefined) return [messages.pageConfig(page)]
  return page === CONFIG_FILE ? [] : [messages.otherConfig(viteFile, page)]
}

/**
 * Uses a sandbox that is already running, and leaves it running at the end. Otherwise starts one and passes its address
 * to the page's build.
 */
export async function joinSandbox(root: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const wanted = process.env.WALLETKIT_SANDBOX_URL || SANDBOX_URL
  if (await sandboxAnswers(wanted)) {
    say(messages.sandboxElsewhere(wanted))
    return { url: wanted, stop: async () => {} }
  }
  const { startSandbox } = await loadSandbox(root)
  const sandbox = await startSandbox({ port: Number(new URL(wanted).port || 80) })
  if (sandbox.url !== wanted) say(messages.sandboxPort(wanted, sandbox.url))
  process.env.WALLETKIT_SANDBOX_URL = sandbox.url
  process.env.WALLETKIT_SANDBOX_LOGIN = sandbox.secureSite
  say(messages.sandboxReady(sandbox.url))
  return sandbox
}

export function waitForStop(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
  })
}
