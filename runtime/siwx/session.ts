/**
 * The one state machine of sign-in (state.ts), for the active account. Whatever changes the account, its network or its
 * namespace, or gives an attempt up, begins a new turn: the late answers of an older one change nothing.
 */
import { close } from '../actions/close.ts'
import { open } from '../actions/open.ts'
import { reset } from '../actions/router.ts'
import { failSignIn } from '../actions/signIn.ts'
import { hideToast } from '../actions/toast.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { parseTime } from './rfc3339.ts'
import { TEN_SECONDS } from '../lib/time.ts'
import { within } from '../lib/within.ts'
import { activeAddress, activeNetworkOf, isUnsupported } from '../state/active.ts'
import { SIGN_VIEWS, signView } from './guard.ts'
import { rememberSigned } from './signOut.ts'
import { siwxOf } from './siwxOf.ts'
import { signIn, type Subject } from './state.ts'
import type { SIWXSession } from './types.ts'

type Held = {
  turn: number
  checking: Promise<void> | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}
const held = perKit((kit): Held => {
  const own: Held = { turn: 0, checking: undefined, timer: undefined }
  kit.teardown.push(() => clearTimeout(own.timer))
  return own
})

/** A turn is over once another has begun. */
export function beginTurn(kit: Kit): { isOver: () => boolean } {
  const own = held(kit)
  clearTimeout(own.timer)
  if (signIn(kit).status === 'signing') hideToast(kit.state.toast)
  const mine = ++own.turn
  return { isOver: () => mine !== own.turn }
}

/** See `SiwxPart`. Looks once for each account on each network, until something of it changes. */
export function settle(kit: Kit): Promise<void> {
  const own = held(kit)
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

/** Looks again: a session ended, or another page of the site signed in. */
export function lookAgain(kit: Kit): Promise<void> {
  const { subject } = signIn(kit)
  if (!subject) return Promise.resolve()
  return (held(kit).checking = check(kit, subject, beginTurn(kit)))
}

/** Another page of the site signed in: whoever is asked here, with a session by now, is asked no more. */
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

/** Whom a sign-in is for: nobody while the network is one that the site does not list. */
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
    // What nobody can say is no session; the disconnect turns the state off.
    if (!isOver()) await failSignIn(kit, error, subject.namespace)
  }
}

/** Shows the screen that asks; one that shows already stays as it is. */
export function ask(kit: Kit) {
  const { modal, router } = kit.state
  if (!modal.open || !SIGN_VIEWS.has(router.view)) open(kit, { view: signView(kit) })
  // After a reload nobody has opened the modal yet.
  if (typeof document !== 'undefined') void import('../ui/shell/index.ts').then(({ preload }) => preload(kit))
}

/** The longest that a timer runs, in ms. */
const TIMER_LIMIT = 2 ** 31 - 1

/** The account has a session: its screen closes, and the visitor is asked again when it ends. */
export function admit(kit: Kit, { data }: SIWXSession) {
  const state = signIn(kit)
  state.status = 'signed'
  if (state.subject) rememberSigned(kit, state.subject)
  const end = parseTime(data.expirationTime)
  const left = end === undefined ? Infinity : end - Date.now()
  clearTimeout(held(kit).timer)
  if (left <= TIMER_LIMIT) held(kit).timer = setTimeout(() => void lookAgain(kit), Math.max(0, left))
  const { modal, router } = kit.state
  if (modal.open && SIGN_VIEWS.has(router.view)) close(kit)
}

/** Nobody has to sign any more: their screen goes. */
export function leave(kit: Kit) {
  const { modal, router } = kit.state
  if (!SIGN_VIEWS.has(router.view)) return
  if (!activeAddress(kit)) reset(router, 'Connect')
  else if (modal.open) close(kit)
}
