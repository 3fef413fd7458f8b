/** Makes the modules that walletkit generates for the page: their ids and their code. */
import { isBare, isScreenImport, PLUGINS, type Roots } from './graph.ts'
import type { Planner, Plans } from './stages/ahead.ts'
import { emit, emitPlugins } from './stages/emit.ts'
import { emittedIcons, iconsOf } from './stages/icons.ts'
import { emittedLanguages, languageModule } from './stages/languages.ts'
import type { Selection } from './stages/select.ts'
import { testWalletModule } from './stages/testWallet.ts'

/** What the generated modules are made from. `serving`: for a dev server, no build. `script`: for a script-tag page. */
export type Making = {
  selection: () => Selection
  root: string
  roots: () => Roots
  serving: boolean
  script: boolean
  plans: Planner
}

export const MODULE = 'virtual:walletkit'
export const SCRIPT = 'virtual:walletkit/script'
export const TEST_WALLET = 'virtual:walletkit/test-wallet'
/** The address that a plain page loads the script from. */
const SCRIPT_FILE = '/walletkit.js'

const KIT = 'virtual:walletkit/kit'

const KIT_TEXT = `import { createWalletKit } from 'walletkit'
import { generated } from '${MODULE}'

export const kit = createWalletKit(generated)
`

/** Create the kit first: the page's elements use it when they are registered. */
const SCRIPT_TEXT = `export { kit } from '${KIT}'
import 'walletkit/elements'
`

/**
 * vite wraps every lazy import in a loader of style sheets and preload links. The imports of walletkit, of plugins, and
 * of the libraries that walletkit loads have neither, so they get a loader that only runs the import. The page's own
 * imports keep vite's loader.
 */
const VITE_PRELOAD = '\0vite/preload-helper.js'
const PRELOAD = 'virtual:walletkit/preload'
const PRELOAD_TEXT = 'export const __vitePreload = (load) => load()\n'

const LANGUAGE = 'virtual:walletkit/language/'
export const ICONS = 'virtual:walletkit/icons'

export const DOORS = 'virtual:walletkit/doors'
const DOORS_TEXT = "export * from 'walletkit/plugin'\nexport * from 'walletkit/ui'\n"

/** The module that a headless page gets in place of the modal and of every screen. Its functions reject. */
export const NO_SCREENS = 'virtual:walletkit/no-screens'
export const NO_SCREENS_TEXT = `const none = () => Promise.reject(new Error('This page has no modal: its config says "headless": true'))
export { none as open, none as close, none as mount, none as push, none as replace, none as preload, none as default }
`

/** The paths by which modules of walletkit and of plugins import the modal and the screens. */
export const SCREEN_IMPORT = /^(?:\.\/views\/|\.\.\/ui\/shell\/index\.)/

/** `ASKED`: imports that may get a generated module. `MADE`: the ids of generated modules, the filter of `load`. */
export const ASKED =
  /^(?:virtual:walletkit(?:\/|-plugins$|$)|\/walletkit\.js$|\0vite\/preload-helper\.js$|\.\/views\/|\.\.\/ui\/shell\/index\.)/
export const MADE = /^\0virtual:walletkit(?:\/|-plugins$|$)/

/** The id of the generated module that an import gets; undefined when it gets another module. */
export function resolveMade(id: string, importer: string | undefined, making: Making): string | undefined {
  const { selection, roots, serving, script } = making
  if (id === VITE_PRELOAD && importer !== undefined && isBare(importer, roots())) return `\0${PRELOAD}`
  if (
    id.startsWith(LANGUAGE) ||
    id === MODULE ||
    id === PLUGINS ||
    id === SCRIPT ||
    id === KIT ||
    id === DOORS ||
    id === ICONS ||
    (id === TEST_WALLET && serving)
  )
    return `\0${id}`
  if (selection().config.headless && importer !== undefined && isScreenImport(id, importer, roots()))
    return `\0${NO_SCREENS}`
  if (script && id === SCRIPT_FILE) return `\0${SCRIPT}`
  return undefined
}

/** The code of a generated module; undefined for any other module. `tell` gets warnings for the developer. */
export async function loadMade(
  id: string,
  { selection, root, serving, plans }: Making,
  tell: (text: string) => void,
): Promise<string | undefined> {
  // Do not draw the first view ahead for a dev server: its page changes too often.
  const drawn = async (): Promise<Plans> => (serving ? {} : plans.of(selection(), root, tell))
  const icons = () => emittedIcons(selection(), ICONS)
  if (id === `\0${MODULE}`)
    return emit(selection(), root, {
      plugins: PLUGINS,
      languages: await emittedLanguages(selection(), (tag) => LANGUAGE + tag),
      icons: await icons(),
    })
  if (id === `\0${ICONS}`) return `export default ${JSON.stringify(await iconsOf(selection()))}\n`
  if (id === `\0${PLUGINS}`) return emitPlugins(selection(), root, await icons(), (await drawn())['en'])
  if (id.startsWith(`\0${LANGUAGE}`)) {
    const tag = id.slice(LANGUAGE.length + 1)
    return languageModule(selection(), tag, (await drawn())[tag])
  }
  if (id === `\0${SCRIPT}`) return SCRIPT_TEXT
  if (id === `\0${PRELOAD}`) return PRELOAD_TEXT
  if (id === `\0${DOORS}`) return DOORS_TEXT
  if (id === `\0${NO_SCREENS}`) return NO_SCREENS_TEXT
  if (id === `\0${KIT}`) return KIT_TEXT
  if (id === `\0${TEST_WALLET}` && serving) return testWalletModule(selection())
  return undefined
}
