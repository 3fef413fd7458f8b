/**
 * Watches a dev server's config: the page shows each error, and the server applies the config again once it is fixed.
 */
import { resolve } from 'node:path'
import type { ViteDevServer } from 'vite'
import { readText } from './changes.ts'
import { reasonOf } from './failure.ts'

export type ConfigWatch = {
  /** The files that belong to the config, as absolute paths. Called again at every change, and after every read. */
  files: () => readonly string[]
  /**
   * Reads the config again. Throws an Error with a readable message when it is broken; the last valid config stays in
   * use then.
   */
  read: () => Promise<unknown>
  /**
   * The plugins that the last valid config selects, as one text. vite's dev server bundles their packages in advance
   * when it starts, so it must restart when this text has changed after the config was read again.
   */
  packages: () => string
  /** The ids of the modules that are generated from the config. */
  modules: readonly string[]
  /** Identifies the content of the config's files at the start of the server; made by {@link stampOf}. */
  stamp: string
}

/**
 * ms without a change after which the files are read. vite's watcher misses a change within 50 ms of another, for
 * example when an editor empties and then fills a file.
 */
const QUIET = 80

/** The files' contents, to tell a real change from a new timestamp. */
export const stampOf = async (files: readonly string[]) =>
  JSON.stringify(await Promise.all(files.map((file) => readText(file).catch(reasonOf))))

export function watchConfig(server: ViteDevServer, { files, read, packages, modules, stamp }: ConfigWatch): void {
  let fault: string | undefined
  let seen = stamp
  let timer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()

  const told = () => ({ type: 'error' as const, err: { message: fault ?? '', stack: '', plugin: 'walletkit' } })
  const look = async () => {
    // After a restart the new server has its own watcher. vite's types do not declare `closed`.
    if ((server.watcher as { closed?: boolean }).closed) return
    const now = await stampOf(files())
    if (now === seen) return
    seen = now
    const before = packages()
    try {
      await read()
      fault = undefined
    } catch (error) {
      fault = reasonOf(error)
      server.config.logger.error(fault)
      return server.ws.send(told())
    }
    server.watcher.add([...files()])
    if (packages() !== before) return server.restart()
    for (const module of modules) {
      const made = server.moduleGraph.getModuleById(module)
      if (made) server.moduleGraph.invalidateModule(made)
    }
    server.ws.send({ type: 'full-reload' })
  }
  /** Run one check at a time: two could finish in any order. */
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      queue = queue.then(look).catch((error: unknown) => server.config.logger.error(reasonOf(error)))
    }, QUIET)
    timer.unref()
  }
  const changed = (path: string) => {
    if (files().includes(resolve(path))) soon()
  }

  server.watcher.add([...files()])
  for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, changed)
  // A page that loads while the config is broken shows the error too; open pages already show it.
  server.ws.on('connection', (socket) => {
    if (fault !== undefined) socket.send(JSON.stringify(told()))
  })
  // Check for changes that were saved while the server started.
  soon()
}
