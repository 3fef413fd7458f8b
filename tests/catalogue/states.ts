/** The types of the catalogue: the states of a view, how to reach each, and why a view lacks one. */
import type { Page } from 'playwright-core'
import type { Setup } from './page/main.ts'
import type { Clock } from './still.ts'
import type { Visit } from './visit.ts'

/** The states for which every view needs an entry. */
export const STATES = ['loading', 'ready', 'empty', 'error', 'offline', 'unsupported', 'progress', 'done'] as const
export type State = (typeof STATES)[number]

/** The reasons why a view may lack a state. */
export const REASONS = {
  alias: 'Another name of a view that is drawn under its own.',
  static: 'It is words alone: nothing in it is read, asked for or waited for.',
  config: 'It is drawn from the config and the session: there at once, whole, without a connection.',
  wallet: 'A wallet of this page answers, with or without a connection.',
  waits: 'The view is a wait: it asks as it opens, and so is in progress from the start.',
  moves: 'It moves on to another view, or closes; what follows is drawn there.',
  instant: 'What is chosen here takes effect at once.',
  shell: 'UnsupportedChain is shown in its place.',
  nobody: 'No account is connected yet, so no network of it can be unsupported.',
} as const
export type Reason = keyof typeof REASONS

export type Fixture = {
  /** Changes of the page's usual setup. `$SANDBOX` in a text becomes the sandbox's origin. */
  setup?: Partial<Setup>
  wallets?: WalletSetup[]
  /** Default `still`, with a relay `running`. */
  clock?: Clock
  /** Brings the page into the state. Resolves when the state is shown. */
  reach: (visit: Visit) => Promise<unknown>
  /** Does again before each picture what another size of the page undoes, such as scrolling. */
  show?: (page: Page) => Promise<unknown>
}
/**
 * An installed wallet. With `key: 'empty'` its account has no funds, instead of being one of the sandbox's. With
 * `batch` it can send batches, by this contract.
 */
export type WalletSetup = { name?: string; rdns?: string; icon?: string; key?: 'empty'; batch?: `0x${string}` }

export type ViewStates = Record<State, Fixture | Reason> & {
  /** Further pictures, named by a state and a word: `ready.stores`. */
  more?: Partial<Record<`${State}.${string}`, Fixture>>
}
export type Catalogue = Record<string, ViewStates>

export type Shot = Fixture & { view: string; state: string }

/** All pictures of a catalogue, in order. */
export const shotsOf = (catalogue: Catalogue): Shot[] =>
  Object.entries(catalogue).flatMap(([view, { more = {}, ...states }]) =>
    Object.entries({ ...states, ...more }).flatMap(([state, fixture]) =>
      fixture && typeof fixture === 'object' ? [{ ...fixture, view, state }] : [],
    ),
  )
