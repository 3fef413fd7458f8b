/** A dev server's config, watched: every broken state of it is shown, and the server takes up what mends it. */
import { resolve } from 'node:path'
import type { ViteDevServer } from 'vite'
import { readText } from './changes.ts'
import { reasonOf } from './failure.ts'

export type ConfigWatch = {
  /** What belongs to the config, as absolute paths. Asked again after every reading. */
  files: () => readonly string[]
  /** Reads the config anew. Throws an Error for people when it is broken; the last good one counts on then. */
  read: () => Promise<unknown>
  /** Changes where the server has to start again to serve the config, as its packages differ. */
  packages: () => string
  /** The id of the module that is made of the config. */
  module: string
  /** The {@link stampOf} the files that the server was made of. */
  stamp: string
}

/** ms. vite's watcher misses a change that follows another within 50, as when a file is emptied and then filled. */
const QUIET = 80

/** Contents of the files, to tell a change from a mere touch. */
export const stampOf = async (files: readonly string[]) =>
  JSON.stringify(await Promise.all(files.map((file) => readText(file).catch(reasonOf))))

export function watchConfig(server: ViteDevServer, { files, read, packages, module, stamp }: ConfigWatch): void {
  let fault: string | undefined
  let seen = stamp
  let timer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()

  const told = () => ({ type: 'error' as const, err: { message: fault ?? '', stack: '', plugin: 'walletkit' } })
  const look = async () => {
    // After a restart another server watches. vite's types leave out what its watcher has.
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
    const made = server.moduleGraph.getModuleById(module)
    if (made) server.moduleGraph.invalidateModule(made)
    server.ws.send({ type: 'full-reload' })
  }
  /** One look at a time: two would end in an order that nobody knows. */
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
  // A page that is loaded while the config is broken shows it too; those that are open have shown it.
  server.ws.on('connection', (socket) => {
    if (fault !== undefined) socket.send(JSON.stringify(told()))
  })
  // What was saved while the server started.
  soon()
}
