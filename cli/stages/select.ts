/**
 * Decides from a checked config what the build includes. Pure, except that it reads the wallet list that the config may
 * name, and the addresses of a running sandbox from the environment.
 */
import type { Config } from '../../runtime/contracts/config.ts'
import { isObject, type Piece } from '../../schema/pieces.ts'
import { resolveConfig } from '../../schema/resolve.ts'
import { unencrypted } from '../../schema/unencrypted.ts'
import { messages } from '../messages.ts'
import { faintTexts } from './look.ts'
import { unreviewed } from './reviewed.ts'
import { listReader, type Loaded } from './load.ts'

/** Optional parts of the core; `Parts` in runtime/contracts/config.ts describes each. */
export type Part = 'remote' | 'analytics' | 'siwx' | 'auth'

export type Selection = {
  config: Config
  plugins: readonly Piece[]
  chains: readonly string[]
  /** Parts of the core that the page loads when it first needs them. */
  parts: readonly Part[]
  /** Plugins, official and third-party, that are off: the build must not contain them. */
  off: readonly Piece[]
  leftOut: readonly string[]
  /** Tags of the languages of the page's texts. The first is for visitors whose language is not among them. */
  languages: readonly string[]
  /** Features that are on because the config does not mention them. */
  byDefault: readonly string[]
  notes: readonly string[]
  /** Addresses of the config that are reached without encryption. The notes name them too. */
  unencrypted: readonly { at: string; url: string }[]
  sandbox: boolean
  budgets: typeof BUDGETS
}

/**
 * Gzip bytes that a build with one namespace may add: `eager` loads with the page, `firstOpen` is all until the modal
 * is open. Further namespaces and plugins may add to `firstOpen` only.
 */
export const BUDGETS = { eager: 6000, firstOpen: 30_000 }
/** What each additional namespace may add: its lazy imports, and the discovery of its wallets. */
const FURTHER_CHAIN = { firstOpen: 1000 }

/** What email and social login may add: their options, two manifests, and their fields in the first view. */
const LOGIN = { firstOpen: 1500 }

/**
 * What each plugin beyond the first `PLUGINS` may add: its options and its manifest. BUDGETS already covers those first
 * ones (send and receive), and LOGIN the plugins for email and social login.
 */
const FURTHER_PLUGIN = { firstOpen: 300 }
const PLUGINS = 2
type Addition = Partial<typeof BUDGETS>
const NOTHING: Addition = {}
const LOGIN_PLUGINS = 2

/**
 * Gzip bytes that the page's languages may add; none if English is the only one. `LANGUAGES` counts once, and
 * `FURTHER_LANGUAGE` for each language but one. The bytes are for the code that chooses the language, and for each
 * language the import path of its texts and the texts of the page's buttons.
 */
const LANGUAGES = { eager: 660, firstOpen: 660 }
const FURTHER_LANGUAGE = { eager: 115, firstOpen: 115 }

/** What a headless build may add: its hooks load with the page, because there is no modal that could load them. */
const HEADLESS = { eager: 1500 }

/** The budgets for this many namespaces and plugins, in gzip bytes that walletkit adds to React. */
const budgetsFor = (
  kinds: number,
  parts: readonly Part[],
  plugins: number,
  languages: readonly string[],
  headless: boolean,
) => {
  const chains = Math.max(0, kinds - 1)
  const hasLogin = parts.includes('auth')
  const more = Math.max(0, plugins - PLUGINS - (hasLogin ? LOGIN_PLUGINS : 0))
  const additions: readonly [count: number, addition: Addition][] = [
    [chains, FURTHER_CHAIN],
    [more, FURTHER_PLUGIN],
    [1, hasLogin ? LOGIN : NOTHING],
    [1, headless ? HEADLESS : NOTHING],
    [1, languages.join() === 'en' ? NOTHING : LANGUAGES],
    [languages.length - 1, FURTHER_LANGUAGE],
  ]
  const sum = (of: keyof typeof BUDGETS) =>
    additions.reduce((total, [count, addition]) => total + count * (addition[of] ?? 0), BUDGETS[of])
  return { eager: sum('eager'), firstOpen: sum('firstOpen') }
}

/** The namespaces that the embedded wallet (email and social login) supports. */
const EMBEDDED = ['eip155', 'solana']

const partsOf = (
  { services, features, enableWalletConnect, siwx, siweConfig, headless }: Config,
  plugins: readonly Piece[],
  chains: readonly string[],
): Part[] => [
  ...(services?.relay && enableWalletConnect !== false ? (['remote'] as const) : []),
  ...(services?.analytics && features?.['analytics'] !== false ? (['analytics'] as const) : []),
  ...(siwx || siweConfig ? (['siwx'] as const) : []),
  // A headless page has no modal, in which people confirm the requests of the embedded wallet.
  ...(!headless &&
  services?.secureSite &&
  chains.some((id) => EMBEDDED.includes(id)) &&
  plugins.some(({ permissions }) => permissions.services.includes('secureSite'))
    ? (['auth'] as const)
    : []),
]

export function select(loaded: Loaded, sandboxUrl = process.env.WALLETKIT_SANDBOX_URL): Selection | undefined {
  const { value, rules, path } = loaded
  if (!value) return undefined
  const { config, plugins, chains, leftOut, languages, sandbox } = resolveConfig(value, {
    pieces: rules.pieces,
    sandboxUrl: sandboxUrl || undefined,
    sandboxLogin: process.env.WALLETKIT_SANDBOX_LOGIN || undefined,
    readList: listReader(path),
  })
  const chosen = rules.pieces.filter(({ id }) => plugins.includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const parts = partsOf(config, chosen, chains)
  const named: Record<string, unknown> = config.services ?? {}
  const written = isObject(value.features) ? Object.keys(value.features) : []
  const on = [
    ...chosen.flatMap(({ feature, guest }) => (guest ? [] : feature)),
    ...parts.filter((part) => part === 'analytics'),
  ]
  const plain = unencrypted(config)
  return {
    config,
    plugins: chosen,
    chains,
    parts,
    off: rules.pieces.filter(({ id }) => !plugins.includes(id)),
    leftOut,
    languages,
    byDefault: on.filter((feature) => !written.includes(feature)),
    unencrypted: plain,
    notes: [
      ...plain.map(messages.unencrypted),
      ...faintTexts(config.theme ?? {}).map(messages.faint),
      ...(unreviewed(languages).length ? [messages.unreviewed(unreviewed(languages))] : []),
      ...(config.enableWalletConnect !== false && !named['relay'] ? [messages.noRelay] : []),
      ...chosen.flatMap(({ feature, permissions }) =>
        permissions.services.filter((key) => !named[key]).map((key) => messages.noService(feature, key)),
      ),
      ...(config.features?.['analytics'] !== false && !named['analytics']
        ? [messages.noService('analytics', 'analytics')]
        : []),
    ],
    sandbox,
    budgets: {
      ...budgetsFor(chains.length, parts, plugins.length, languages, config.headless === true),
      ...(value.budgets as Partial<typeof BUDGETS> | undefined),
    },
  }
}
