/**
 * The vite plugin for frameworks that own their build and import what `walletkit emit` wrote. The build fails if the
 * config is not valid, or if a third-party plugin imports a file that is neither its own, nor a package's, nor
 * walletkit's. With `headless` in the config, the plugin leaves the modal and its screens out, and the build fails if
 * code of the screens is still in it. The plugin changes nothing else.
 */
import type { Plugin, Rollup } from 'vite'
import { configGiven } from './configOption.ts'
import { Failure } from './failure.ts'
import { isScreen, isScreenImport, type Roots } from './graph.ts'
import { checkGuestFiles, checkGuestImport, guestWorkers } from './guestImports.ts'
import { CONFIG_FILE, kilobytes, messages } from './messages.ts'
import { rootsOf } from './roots.ts'
import { filesOf } from './stages/collect.ts'
import { loadConfig } from './stages/load.ts'
import { select } from './stages/select.ts'
import { bytesOf } from './stages/weigh.ts'
import { toldIssues } from './trim.ts'
import { NO_SCREENS, NO_SCREENS_TEXT, SCREEN_IMPORT } from './virtual.ts'

/**
 * Makes the vite plugin. `file`: the config. Its path is relative to the working folder, as for `walletkit emit`,
 * because vite's root differs between frameworks.
 */
export function emitted(file = CONFIG_FILE): Plugin {
  const root = process.cwd()
  let [roots, isHeadless]: [Roots, boolean] = [{ root: '', guests: [] }, false]
  return {
    name: 'walletkit:emitted',
    apply: 'build',
    enforce: 'pre',

    config: () => ({
      worker: {
        plugins: () => [
          guestWorkers(
            () => root,
            () => roots,
          ),
        ],
      },
    }),

    async configResolved({ plugins }) {
      const name = configGiven(plugins) ?? file
      const loaded = await loadConfig(root, name)
      const selection = select(loaded)
      if (!selection) throw new Failure(toldIssues(loaded))
      isHeadless = selection.config.headless === true
      roots = rootsOf(selection)
    },

    // No filter for ids, because whatever a third-party plugin imports must be checked.
    async resolveId(id, importer) {
      if (isHeadless && SCREEN_IMPORT.test(id) && importer !== undefined && isScreenImport(id, importer, roots))
        return `\0${NO_SCREENS}`
      const resolve = (asked: string, from: string) => this.resolve(asked, from, { skipSelf: true })
      await checkGuestImport(id, importer, { root, roots, resolve })
      return undefined
    },

    transform: (source, id) => void checkGuestFiles(source, id, root, roots),

    load: {
      filter: { id: new RegExp(`^\0${NO_SCREENS}$`) },
      handler: (id) => (id === `\0${NO_SCREENS}` ? NO_SCREENS_TEXT : undefined),
    },

    writeBundle(_options, bundle) {
      if (!isHeadless || isForServer(this)) return
      const bytes = bytesOf(filesOf(bundle), (id) => isScreen(id, roots))
      if (bytes) this.error(messages.screensLeft(bytes))
      this.info(messages.noScreens(kilobytes(bytes)))
    },
  }
}

/**
 * Whether vite builds the files for the server, which do not bundle walletkit. vite 6 and newer build them as an
 * environment whose consumer is `server`.
 */
const isForServer = ({ environment }: Partial<Pick<Rollup.PluginContext, 'environment'>>) =>
  environment?.config.consumer === 'server'
