/**
 * The code behind the stores of this folder: actions, plugins and error texts. It loads when a page first looks for
 * wallets, connects, sends, swaps or follows the sign-in, or when an action fails.
 */
import { subscribe } from 'valtio/vanilla'
import { Abandoned, abandonConnect, connect as connectTo } from '../actions/connect.ts'
import { discover } from '../actions/discover.ts'
import { aim, inviteAnew, pairingFailure } from '../actions/pair.ts'
import { settleSignIn } from '../actions/signIn.ts'
import type { KitEvents } from '../contracts/events.ts'
import type { Connector } from '../contracts/connector.ts'
import type { HeadlessError, HeadlessFeatures } from '../contracts/headless.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import type { SiwxPart } from '../contracts/siwx.ts'
import { WalletKitError } from '../errors/base.ts'
import { CORE_ERRORS } from '../errors/catalogue.ts'
import { causes } from '../errors/causes.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { adapterNotFound, siwxNotEnabled } from '../errors/thrown.ts'
import { activations } from '../host/load.ts'
import type { Namespace } from '../lib/namespace.ts'
import { pluginsOn } from '../state/plugins.ts'
import { report } from '../state/report.ts'
import { resetUri } from '../state/setConnection.ts'
import { findConnector } from '../wallets/list.ts'

/**
 * Turns a thrown value into the error that a page shows, and reports it, so that `kit.onError` gets it as well.
 * `fallback` is the code for an error without a code of its own. `isReported`: the code that threw it has reported it
 * already, so do not report it again.
 */
export function errorOf(kit: Kit, error: unknown, fallback: string, isReported = false): HeadlessError {
  const own = [...causes(error)].find((cause) => cause instanceof WalletKitError)
  const isRefused = isUserRejection(error)
  const said = own && !(own.code in CORE_ERRORS) ? { code: own.code, message: own.message } : undefined
  const told = isReported ? undefined : report(kit, error, fallback)
  const { code, message } = said ?? told ?? textOf(kit, own?.code ?? fallback)
  return { code: isRefused ? 'USER_REJECTED' : code, message, cause: error }
}

function textOf(kit: Kit, code: string): { code: string; message: string } {
  const rows: Readonly<Record<string, { message: string }>> = CORE_ERRORS
  return { code, message: kit.text(`error.${code}`, rows[code]?.message ?? 'Something went wrong') }
}

export { complete } from '../actions/complete.ts'

/** Looks for the wallets in this browser. When this resolves, those that were found are in `state.connectors`. */
export const findWallets = (kit: Kit) => discover(kit)()

/**
 * `newest`: identifies the page's newest attempt to connect; older attempts then end. `asked`: the wallet that has been
 * asked to connect and has not answered, so that a newer attempt can give it up.
 */
type Attempts = { newest: object | undefined; asked: Connector | undefined }
const attempts = perKit((): Attempts => ({ newest: undefined, asked: undefined }))

/**
 * Asks a wallet for its accounts, or creates a pairing for a wallet on another device. Abandons the request to another
 * wallet that was asked before and has not answered. Throws what the wallet throws, 'Adapter not found' for an unknown
 * id, and `Abandoned` when a newer attempt or `abandon` ended this one.
 */
export async function connect(kit: Kit, id: string, namespace?: Namespace): Promise<void> {
  const own = attempts(kit)
  const mine = (own.newest = {})
  await discover(kit)()
  if (own.newest !== mine) throw new Abandoned()
  const connector = findConnector(kit.state.connectors, id, namespace)
  if (!connector) throw adapterNotFound()
  if (own.asked && own.asked !== connector) abandonConnect(kit, own.asked)
  const isRemote = connector.type === 'WALLET_CONNECT'
  own.asked = isRemote ? undefined : connector
  try {
    await (isRemote ? pair(kit) : connectTo(kit, connector))
  } finally {
    if (own.newest === mine) own.asked = undefined
  }
}

/**
 * Creates a pairing, whose URI is then in `state.connection.wcUri`. Resolves when a wallet has connected; rejects when
 * the pairing was declined, failed or was dropped.
 */
async function pair(kit: Kit): Promise<void> {
  const failure = pairingFailure(kit)
  const stops: (() => void)[] = []
  const ended = new Promise<void>((resolve, reject) => {
    stops.push(
      kit.events.on('connected', () => resolve()),
      subscribe(failure, () => {
        if (failure.reason) reject(new WalletKitError(CODES[failure.reason], failure.message))
      }),
      subscribe(
        kit.state.connection,
        () => {
          // The URI that the page shows is gone: a newer attempt, or the visitor, has dropped the pairing.
          if (shown && kit.state.connection.wcUri !== shown && !kit.state.connection.buffering) reject(new Abandoned())
        },
        true,
      ),
    )
  })
  let shown: string | undefined
  ended.catch(() => undefined)
  try {
    aim(kit, { platform: 'qrcode', onPage: true })
    await inviteAnew(kit)
    shown = kit.state.connection.wcUri
    await ended
  } finally {
    stops.forEach((stop) => stop())
  }
}
const CODES = { declined: 'USER_REJECTED', failed: 'CONNECT_FAILED', unreachable: 'RELAY_FAILED' } as const

/**
 * Whether an attempt to connect threw this error because the visitor, or a newer attempt, ended it. A page shows no
 * error then.
 */
export const isAbandoned = (error: unknown) => error instanceof Abandoned

/** Ends a pending attempt to connect: a later answer of the wallet is ignored, and the pairing's URI is cleared. */
export function abandon(kit: Kit): void {
  const { asked } = attempts(kit)
  Object.assign(attempts(kit), { newest: undefined, asked: undefined } satisfies Attempts)
  if (asked) abandonConnect(kit, asked)
  resetUri(kit.state.connection)
}

/**
 * Loads the plugin of a feature, and returns its functions for pages without the modal. Throws FEATURE_OFF if the build
 * does not contain the plugin, or if the page has switched the feature off. The message says what to write in the
 * config.
 */
export async function featureOf<K extends keyof HeadlessFeatures>(kit: Kit, feature: K): Promise<HeadlessFeatures[K]> {
  const plugin = pluginsOn(kit).find((each) => each.feature === feature)
  const controller: unknown = plugin && (await activations(kit).get(plugin.id)?.controller())
  const { headless } = Object(controller) as { headless?: () => Promise<HeadlessFeatures[K]> }
  if (!headless)
    throw new WalletKitError(
      'FEATURE_OFF',
      `"${feature}" is not in this build, or switched off: write "features": { "${feature}": true } in walletkit.config.json`,
    )
  return headless()
}

/**
 * Loads the build's sign-in, and waits until it knows whether the active account has to sign. Throws SIWX_NOT_ENABLED
 * in a build without sign-in.
 */
export async function signInOf(kit: Kit): Promise<SiwxPart> {
  if (!kit.parts.siwx) throw siwxNotEnabled()
  const { default: part } = await kit.parts.siwx()
  await settleSignIn(kit)
  return part
}

/**
 * Runs a function that reports its failures instead of throwing them, so that a hook can still show them. Returns the
 * last error that was reported while it ran; `undefined` if there was none.
 */
export async function reportedIn(kit: Kit, run: () => Promise<void>): Promise<KitEvents['error'] | undefined> {
  let last: KitEvents['error'] | undefined
  const stop = kit.events.on('error', (error) => void (last = error))
  try {
    await run()
  } finally {
    stop()
  }
  return last
}
