/**
 * The vite plugin for frameworks that own their build and import what `walletkit emit` wrote. With `headless` in the
 * config it leaves the modal and its screens out of the build; it changes nothing else.
 */
import type { Plugin, Rollup } from 'vite'
import { configGiven } from './configOption.ts'
import { Failure } from './failure.ts'
import { isScreen, isScreenImport, type Roots } from './graph.ts'
import { CONFIG_FILE, kilobytes, messages } from './messages.ts'
import { rootsOf } from './roots.ts'
import { filesOf } from './stages/collect.ts'
import { loadConfig } from './stages/load.ts'
import { select } from './stages/select.ts'
import { bytesOf } from './stages/weigh.ts'
import { NO_SCREENS, NO_SCREENS_TEXT, SCREEN_IMPORT } from './virtual.ts'

/**
 * `file`: the config, relative to the working folder as for `walletkit emit`; vite's root differs between frameworks.
 */
export function emitted(file = CONFIG_FILE): Plugin {
  let roots: Roots | undefined
  return {
    name: 'walletkit:emitted',
    apply: 'build',
    enforce: 'pre',

    async configResolved({ plugins }) {
      const name = configGiven(plugins) ?? file
      const selection = select(await loadConfig(process.cwd(), name))
      if (!selection) throw new Failure(messages.noConfig(name))
      roots = selection.config.headless ? rootsOf(selection) : undefined
    },

    resolveId: {
      filter: { id: SCREEN_IMPORT },
      handler(id, importer) {
        return roots && importer !== undefined && isScreenImport(id, importer, roots) ? `\0${NO_SCREENS}` : undefined
      },
    },

    load: {
      filter: { id: new RegExp(`^\0${NO_SCREENS}$`) },
      handler: (id) => (id === `\0${NO_SCREENS}` ? NO_SCREENS_TEXT : undefined),
    },

    writeBundle(_options, bundle) {
      if (!roots || isForServer(this)) return
      const { root, guests } = roots
      const bytes = bytesOf(filesOf(bundle), (id) => isScreen(id, { root, guests }))
      if (bytes) this.error(messages.screensLeft(bytes))
      this.info(messages.noScreens(kilobytes(bytes)))
    },
  }
}

/**
 * Whether this build is for the server, which does not bundle walletkit. vite 6 and newer build it as an environment.
 */
const isForServer = ({ environment }: Partial<Pick<Rollup.PluginContext, 'environment'>>) =>
  environment?.config.consumer === 'server'
