/**
 * The state machine of sign-in (state.ts) for the active account. A change of account, network or namespace begins a
 * new turn, and so does cancelling: late responses of an earlier turn are ignored.
 */
import { close } from '../actions/close.ts'
import { open } from '../actions/open.ts'
import { reset } from '../state/navigate.ts'
import { failSignIn } from '../actions/signIn.ts'
import { hideToast } from '../state/showToast.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { parseTime } from './grammar.ts'
import { FIVE_MINUTES, TEN_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { activeAddress, activeNetworkOf, isUnsupported } from '../state/active.ts'
import { SIGN_VIEWS, signView } from './guard.ts'
import { rememberSigned } from './signOut.ts'
import { siwxOf } from './siwxOf.ts'
import { signIn, type Subject } from './state.ts'
import type { SIWXSession } from './types.ts'

type Checks = {
  turn: number
  checking: Promise<void> | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}
const checks = perKit((kit): Checks => {
  const own: Checks = { turn: 0, checking: undefined, timer: undefined }
  kit.teardown.push(() => clearTimeout(own.timer))
  return own
})

/** Begins a turn, which ends all earlier ones. `isOver` tells whether a later turn has begun. */
export function beginTurn(kit: Kit): { isOver: () => boolean } {
  const own = checks(kit)
  clearTimeout(own.timer)
  if (signIn(kit).status === 'signing') hideToast(kit.state.toast)
  const mine = ++own.turn
  return { isOver: () => mine !== own.turn }
}

/**
 * Checks whether the active account has a session on its network, and opens the sign-in screen if it has none. If the
 * check fails, disconnects the account. Without an account to sign in, leaves the sign-in screen. Checks each account
 * and network once, until either changes. Never throws.
 */
export function settle(kit: Kit): Promise<void> {
  const own = checks(kit)
  const state = signIn(kit)
  const subject = subjectOf(kit)
  if (subject && isSame(subject, state.subject) && state.status !== 'off') return own.checking ?? Promise.resolve()
  const turn = beginTurn(kit)
  state.subject = subject
  if (subject) return (own.checking = check(kit, subject, turn))
  state.status = 'off'
  own.checking = undefined
  leave(kit)
  return Promise.resolve()
}

/**
 * Checks again whether the account has a session, because it may have expired or the site's server may have ended it.
 */
export function lookAgain(kit: Kit): Promise<void> {
  const { subject } = signIn(kit)
  if (!subject) return Promise.resolve()
  return (checks(kit).checking = check(kit, subject, beginTurn(kit)))
}

/** Call when another tab signed in. If this tab asks for a signature and there is a session now, ends the prompt. */
export async function heedSigned(kit: Kit): Promise<void> {
  const state = signIn(kit)
  const { subject } = state
  const isAsked = () => !['off', 'signed'].includes(state.status) && isSame(subject, state.subject)
  if (!subject || !isAsked()) return
  const [session] = (await siwxOf(kit)?.getSessions(subject.chainId, subject.address)) ?? []
  if (!session || !isAsked()) return
  beginTurn(kit)
  admit(kit, session)
}

/** The account to sign in; `undefined` if there is none, or if the site does not list its network. */
function subjectOf(kit: Kit): Subject | undefined {
  const { activeChain: namespace } = kit.state.networks
  const [address, network] = [activeAddress(kit), activeNetworkOf(kit)]
  if (!namespace || !address || !network || isUnsupported(kit) || !siwxOf(kit)) return undefined
  return { namespace, address, chainId: network.caipNetworkId }
}

const isSame = (one: Subject | undefined, other: Subject | undefined) =>
  one?.chainId === other?.chainId && one?.address === other?.address

async function check(kit: Kit, subject: Subject, { isOver }: { isOver: () => boolean }): Promise<void> {
  const state = signIn(kit)
  state.status = 'checking'
  try {
    const asked = (async () => ({ sessions: await siwxOf(kit)?.getSessions(subject.chainId, subject.address) }))()
    const answer = await within(TEN_SECONDS, asked)
    if (isOver()) return
    if (!answer?.sessions) throw new Error('Nobody said whether there is a session')
    const [session] = answer.sessions
    if (session) return admit(kit, session)
    state.status = 'needed'
    ask(kit)
  } catch (error) {
    // Without an answer, assume that there is no session. `failSignIn` disconnects, which sets the status to `off`.
    if (!isOver()) await failSignIn(kit, error, subject.namespace)
  }
}

/** Opens the sign-in screen, unless it is open already, or the page shows its own sign-in (`headless`). */
export function ask(kit: Kit) {
  // A page without the modal shows its own sign-in (`useSignIn`).
  if (kit.config.headless) return
  const { modal, router } = kit.state
  if (!modal.open || !SIGN_VIEWS.has(router.view)) open(kit, { view: signView(kit) })
  // Load the modal's code: after a reload nothing else has loaded it yet.
  void kit.preload()
}

/** The longest delay that `setTimeout` supports, in ms. */
const TIMER_LIMIT = 2 ** 31 - 1

/** Marks the account as signed in, closes the sign-in screen, and checks again when the session expires. */
export function admit(kit: Kit, { data }: SIWXSession) {
  const state = signIn(kit)
  state.status = 'signed'
  if (state.subject) rememberSigned(kit, state.subject)
  const end = parseTime(data.expirationTime)
  const left = end === undefined ? Infinity : end - Date.now()
  clearTimeout(checks(kit).timer)
  // If the session has ended by this clock, but not by the server's, one of the clocks is wrong. Then wait some minutes
  // before the next check.
  const delay = left > 0 ? left : FIVE_MINUTES
  if (delay <= TIMER_LIMIT) checks(kit).timer = setTimeout(() => void lookAgain(kit), delay)
  const { modal, router } = kit.state
  if (modal.open && SIGN_VIEWS.has(router.view)) close(kit)
}

/** Leaves the sign-in screen, because no account has to sign in any more. */
export function leave(kit: Kit) {
  const { modal, router } = kit.state
  if (!SIGN_VIEWS.has(router.view)) return
  if (!activeAddress(kit)) reset(router, 'Connect')
  else if (modal.open) close(kit)
}
