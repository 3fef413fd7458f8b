/** Pairings with remote wallets: puts the pairing URI into the state, and turns the wallet's approval into sessions. */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../contracts/config.ts'
import { findConnector } from '../wallets/list.ts'
import type { Approval, Pairing, Remote } from '../contracts/remote.ts'
import { defineErrors } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import { isUserRejection, readMessage } from '../errors/rejection.ts'
import { adapterNotFound } from '../errors/thrown.ts'
import type { Kit } from '../contracts/kit.ts'
import { DEEPLINK_CHOICE } from '../lib/keyTable.ts'
import { perKit } from '../contracts/perKit.ts'
import { isAsking } from './connect.ts'
import { connectingView, finishConnection } from './finishConnection.ts'
import { holdsPairing, isLive, resetUri } from '../state/setConnection.ts'
import { allConnections } from '../state/entries.ts'
import { type Answer, endConnection } from './session.ts'

/** How the pairing URI reaches the wallet, and which wallet the visitor chose. */
export type Aim = {
  platform: 'qrcode' | 'mobile' | 'desktop' | 'web'
  wallet?: Wallet | undefined
  /** The page shows the pairing itself, so the pairing is used even while the modal is closed. */
  onPage?: true
}

/** Why the last pairing failed. `reason` is `undefined` if it did not; `message` is the text for the visitor. */
export type PairingFailure = { reason: 'declined' | 'failed' | 'unreachable' | undefined; message: string }

type Pairings = {
  /** Counts the pairings, so that an abandoned one changes nothing. */
  newest: number
  pairing: Pairing | undefined
  making: Promise<void> | undefined
  aim: Aim
}
/** A kit's pairings: the one that is shown, and attempts to make one. */
const pairings = perKit((): Pairings => ({
  newest: 0,
  pairing: undefined,
  making: undefined,
  aim: { platform: 'qrcode' },
}))

export const pairingFailure = perKit(() => proxy<PairingFailure>({ reason: undefined, message: '' }))

/** The error of a wallet that connected, but whose sign-in signature is not valid for the requested message. */
const REFUSED = defineErrors({ SIWX_INVALID: { message: 'The signature is not valid', show: 'inline' } })

/** Records which wallet the visitor chose and how the URI reaches it. Tracking events and the recent wallets use it. */
export const aim = (kit: Kit, at: Aim) => void (pairings(kit).aim = at)

/**
 * Makes sure that `connection.wcUri` is a valid pairing URI: keeps an unexpired one, else creates one. On Telegram and
 * iOS Safari, it also keeps a URI from before the modal was closed, because the wallet's app may still approve it.
 * Elsewhere it sets no URI if the modal is closed when the relay answers, except with `Aim.onPage`. Never throws: if
 * the relay fails, it sets `wcError`.
 */
export function invite(kit: Kit): Promise<void> {
  const own = pairings(kit)
  if (own.pairing && isLive(kit.state.connection)) return Promise.resolve()
  return (own.making ??= make(kit, ++own.newest).finally(() => (own.making = undefined)))
}

/**
 * Drops the current pairing, for example because it failed or its URI expired, and creates a new one. If a pairing is
 * being created already, waits for that one.
 */
export function inviteAnew(kit: Kit): Promise<void> {
  const own = pairings(kit)
  own.pairing = undefined
  resetUri(kit.state.connection)
  return own.making ?? invite(kit)
}

async function make(kit: Kit, number: number): Promise<void> {
  const own = pairings(kit)
  const { connection } = kit.state
  resetUri(connection)
  Object.assign(pairingFailure(kit), { reason: undefined, message: '' })
  try {
    const { default: remote } = await load(kit)
    const began = Date.now()
    const pairing = await remote.pair(kit)
    pairing.approval.then(
      (approval) => finish(kit, remote, approval, began),
      (error: unknown) => void (own.pairing === pairing && fail(kit, error)),
    )
    if (number !== own.newest) return
    own.pairing = pairing
    // The modal was closed before the relay answered, so do not show the pairing.
    if (!kit.state.modal.open && !own.aim.onPage && !holdsPairing()) return
    Object.assign(connection, { wcUri: pairing.uri, wcPairingExpiry: pairing.expiry })
  } catch (error) {
    if (number === own.newest) fail(kit, error, 'unreachable')
  }
}

function load(kit: Kit): Promise<{ default: Remote }> {
  if (!kit.parts.remote) throw adapterNotFound()
  return kit.parts.remote()
}

/**
 * Whether the visitor has chosen another wallet since `began`, the time when the pairing was created: a wallet is being
 * asked, or was connected since. An approval of this pairing must then be ignored.
 */
const isTaken = (kit: Kit, began: number) =>
  isAsking(kit, began) || allConnections(kit).some(({ since }) => since > began)

/**
 * Ends the session of an approval that must be ignored (`isTaken`) or could not be used, for example because its
 * sign-in failed. If this session has replaced an earlier remote session, `verify` finds that the earlier one has
 * ended.
 */
async function dismiss(kit: Kit, remote: Remote): Promise<void> {
  await remote.dismiss(kit)
  if (allConnections(kit).some(({ connector }) => connector.type === 'WALLET_CONNECT'))
    await import('./verify.ts').then(({ verify }) => verify(kit))
}

async function finish(kit: Kit, remote: Remote, { peer, namespaces, signIn }: Approval, began: number): Promise<void> {
  const own = pairings(kit)
  const { connection, connectors, networks } = kit.state
  // The approval may be for an older QR code than the one that is shown. Accept it, unless the visitor has connected
  // another wallet since that code was made.
  if (isTaken(kit, began)) return dismiss(kit, remote)
  own.pairing = undefined
  const { platform, wallet } = own.aim
  connection.buffering = true
  try {
    await signIn?.()
    if (isTaken(kit, began)) return await dismiss(kit, remote)
    const active = networks.activeChain
    // Each started session makes its namespace the active one, so the current namespace goes last and stays active.
    const order = [...namespaces].sort((a, b) => Number(a === active) - Number(b === active))
    const answers: Answer[] = []
    for (const namespace of order) {
      const connector = findConnector(connectors, 'walletConnect', namespace)
      const session = connector && (await remote.resume(kit, connector))
      if (connector && session) answers.push({ connector, driver: remote, session })
    }
    if (!answers.length) throw new Error('The wallet approved no network of this page')
    endOthers(kit, answers)
    connection.buffering = false
    if (connection.wcLinking) kit.storage.set(DEEPLINK_CHOICE, JSON.stringify(connection.wcLinking))
    const method = platform === 'qrcode' ? 'qrcode' : 'mobile'
    const success = { method, name: wallet?.name ?? peer.name } as const
    await finishConnection(kit, answers, { view: connectingView(kit), wallet, success })
  } catch (error) {
    await dismiss(kit, remote)
    fail(kit, error)
  } finally {
    connection.buffering = false
  }
}

/**
 * Ends the previous remote session on namespaces that the new one does not have: a page has only one remote session.
 */
function endOthers(kit: Kit, answers: readonly Answer[]) {
  for (const { connector } of allConnections(kit))
    if (connector.type === 'WALLET_CONNECT' && !answers.some((each) => each.connector.chain === connector.chain))
      endConnection(kit, connector)
}

function fail(kit: Kit, error: unknown, reason: 'failed' | 'unreachable' = 'failed') {
  const { connection } = kit.state
  pairings(kit).pairing = undefined
  resetUri(connection)
  connection.wcError = true
  const { message } = report(kit, error, 'CONNECT_FAILED', REFUSED)
  Object.assign(pairingFailure(kit), { reason: isUserRejection(error) ? 'declined' : reason, message })
  kit.track('CONNECT_ERROR', { message: readMessage(error) || 'Unknown error' })
}
