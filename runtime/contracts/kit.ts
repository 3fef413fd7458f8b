/** The type of the inner kit, which `kit/createKit.ts` creates and internal functions take. */
import type { AccountsState } from '../state/accounts.ts'
import type { AlertState } from '../state/alert.ts'
import type { ConnectionState } from '../state/connection.ts'
import type { ConnectionsState } from '../state/connections.ts'
import type { ConnectorsState } from '../state/connectors.ts'
import type { ModalState } from '../state/modal.ts'
import type { NetworksState } from '../state/networks.ts'
import type { OptionsState } from '../state/options.ts'
import type { RouterState } from '../state/router.ts'
import type { ThemeState } from '../state/theme.ts'
import type { ToastState } from '../state/toast.ts'
import type { Emitter } from '../lib/emitter.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Storage } from '../lib/storage.ts'
import type { SiweConfig } from '../siwx/siwe/types.ts'
import type { SIWX } from '../siwx/types.ts'
import type { Chain } from './chain.ts'
import type { Config, Generated, Language, Parts, PluginList } from './config.ts'
import type { Connector } from './connector.ts'
import type { KitEvents, TrackingEvents } from './events.ts'

/** Options that JSON cannot express: the second argument of `createWalletKit`. */
export type KitOverrides = {
  connectors?: readonly Connector[]
  storage?: Storage
  /** The site's own sign-in. Requires `siwx` in the config, which adds the sign-in code to the build. */
  siwx?: SIWX
  /**
   * The site's existing SIWE functions. Requires `siweConfig` in the config, which adds the sign-in code to the build.
   */
  siweConfig?: SiweConfig
}

/**
 * The data that changes while the page runs. Each field is a valtio proxy: subscribe to the field whose changes you
 * need.
 */
export type KitState = {
  accounts: AccountsState
  networks: NetworksState
  connectors: ConnectorsState
  connections: ConnectionsState
  connection: ConnectionState
  modal: ModalState
  theme: ThemeState
  options: OptionsState
} & LateState

/** What `complete` (`actions/complete.ts`) adds to a kit's state, so that a page loads less. */
export type LateState = {
  router: RouterState
  toast: ToastState
  alert: AlertState
}

/** The inner kit, which internal functions take as their first argument. Sites get a `WalletKit` instead. */
export type Kit = {
  /**
   * A frozen copy of the page's config. It may lack the fields that only lazily loaded code reads, so that the page's
   * first script stays small; `complete` (`actions/complete.ts`) replaces it with a frozen copy that has them.
   */
  config: Config
  readonly state: KitState
  readonly events: Emitter<KitEvents>
  readonly storage: Storage
  /**
   * Undefined until `complete` (`actions/complete.ts`) has run, unless the page passed a list of plugins. The modal
   * shows nothing before `complete`.
   */
  plugins: PluginList | undefined
  /**
   * Fetches the plugins and the rest of the config, which `complete` then adds to the kit. After a failure, the next
   * call tries again.
   */
  readonly loadPlugins: () => Promise<PluginList>
  /** What the site passed in code. Its `connectors` are listed when the first search for wallets begins. */
  readonly overrides: KitOverrides
  readonly chains: Map<Namespace, Chain>
  readonly parts: Parts
  readonly whenIdle: Generated['whenIdle']
  lastEvent?: KitEvents['track']
  track: <E extends keyof TrackingEvents>(event: E, properties?: TrackingEvents[E]) => void
  /** The visitor's language; undefined if the page names no languages: then texts are English or `config.messages`. */
  readonly language: Language | undefined
  /**
   * The text of a message key in `config.messages`, else in the visitor's language, else `english`. A number in
   * `values` chooses the plural form of the language; the caller inserts the values (`fill`).
   */
  text: (key: string, english: string, values?: Readonly<Record<string, string | number>>) => string
  /** Loads the modal and renders it closed. Does nothing without a document. */
  readonly preload: () => Promise<void>
  /** Adds pictures and the balance to a connect button; skips other buttons. Undefined until the modal has loaded. */
  dress?: (button: HTMLElement) => void
  /** Replaces the page's `fetch` for the kit's requests while the devtools record them; otherwise absent. */
  fetch?: typeof fetch | undefined
  /** Cleanup functions. They run when the kit is destroyed, the newest first. */
  readonly teardown: Step[]
}

/**
 * A cleanup function. If it stops watching a connect or network button of the page, `button` is that button: code that
 * loads later finds the page's buttons here.
 */
export type Step = (() => void) & { button?: HTMLElement }

/** Runs `step` when the kit is destroyed. Returns a function that cancels it. */
export function onTeardown({ teardown }: Kit, step: () => void): () => void {
  teardown.push(step)
  return () => {
    const at = teardown.indexOf(step)
    if (at >= 0) teardown.splice(at, 1)
  }
}
