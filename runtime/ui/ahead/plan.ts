/** The plan: a build's description of the Connect view. Decides whether it matches what the page would show. */
import type { Kit } from '../../contracts/kit.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { isMobile } from '../../lib/device.ts'
import { pluginsOn } from '../../state/plugins.ts'
import type { WalletRow } from '../screens/Connect/rows.ts'

/** An element with its attributes and children, or a text. An element named `!` is a comment, `*` the wallet rows. */
export type Part = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...inside: Part[]]

/**
 * `tag` is the language. `state` is the {@link stateOf} for which the plan was made; `rows` has a row for each
 * {@link kindOf}.
 */
export type Plan = { tag: string; state: number; modal: Part; rows: Readonly<Record<string, Part>> }

/**
 * The placeholders in a plan's row for a wallet's own values. `letter` stands for the first letter of the name, which
 * is `{` when a build renders `{name}`.
 */
export const BLANK = '{'
export const BLANKS = { key: '{key}', name: '{name}', image: '{image}', letter: BLANK } as const

/**
 * The kind of a row: `waiting` for a placeholder, else its tag and whether it has a picture. A plan has one row of each
 * kind, from which the page makes the rows of its own wallets.
 */
export const kindOf = ({ tag, waiting }: Pick<WalletRow, 'tag' | 'waiting'>, pictured: boolean): string =>
  waiting ? 'waiting' : `${tag ?? ''}${pictured ? '+' : ''}`

/**
 * The fields of config and options that {@link stateOf} leaves out: the Connect view does not show them, or the page
 * reads them when it draws the rows.
 */
const ELSEWHERE = new Set(['wallets', 'tokens', 'images', 'locale', 'theme', 'initialized'])

/**
 * A number made of all that decides what the Connect view shows first. A page whose number is not the plan's does not
 * draw the plan.
 */
export function stateOf({ config, chains, state: { options, networks } }: Kit): number {
  const told = JSON.stringify([config, options, networks.activeChain, [...chains.keys()]], (key, value: unknown) =>
    ELSEWHERE.has(key) ? undefined : value,
  )
  let sum = 0
  // Read by index: the text is long, and creating a string for each character would delay a click more than all the
  // rest here.
  for (let at = 0; at < told.length; at++) sum = (Math.imul(sum, 31) + told.charCodeAt(at)) | 0
  return sum
}

/**
 * The plan for a kit's language. `undefined` if there is none, and if the modal would show something else than the
 * plan.
 */
export function planOf(kit: Kit): Plan | undefined {
  const { modal, router, toast, alert, connection, options, accounts } = kit.state
  const isElsewhere = kit.config.embedded || kit.config.disableAppend || router.view !== 'Connect'
  const isBusy = modal.namespace || router.history.length > 1 || toast.open || alert.open || connection.buffering
  const isKnown = Object.values(accounts).some(({ status }) => status === 'connecting')
  // A build runs no code of third-party plugins, so no plan contains the ways to connect that they add.
  const isTheirs = pluginsOn(kit).some(({ guest, slots }) => guest && slots?.connectMethods?.length)
  if (isElsewhere || isBusy || isKnown || isTheirs || (options.features['allWallets'] === 'ONLY_MOBILE' && isMobile()))
    return undefined
  const text = kit.language?.text('ahead') ?? kit.plugins?.ahead
  const plan = text === undefined ? undefined : parsePlan(text)
  return plan?.tag === (kit.language?.tag ?? 'en') && plan.state === stateOf(kit) ? plan : undefined
}

/** Parses a plan from a build; undefined for a text of another form. */
export function parsePlan(text: string): Plan | undefined {
  const plan: unknown = JSON.parse(text)
  const isPlan = isRecord(plan) && Array.isArray(plan['modal']) && isRecord(plan['rows'])
  return isPlan ? (plan as Plan) : undefined
}
