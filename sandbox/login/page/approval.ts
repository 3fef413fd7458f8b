/**
 * Shows requests and asks for approval, one at a time. It shows a request in the frame, or only a button there that
 * opens a window of the service: if the frame is too small, the browser cannot report covered content, the service is
 * set to `window`, the person first has to be asked to make a passkey, did not use the passkey, or asks for the window
 * because the frame is covered. If the page withdraws a request that is shown, another request that follows soon is
 * announced first.
 */
import { Denied } from '../denied.ts'
import type { Unlock } from '../lock/shapes.ts'
import { inPageLanguage as t } from './approvalText.ts'
import { fits, onFitChange, seesCovers } from './armed.ts'
import { alertLine, element, main } from './dom.ts'
import type { Desk } from './lock/desk.ts'
import { drawRequest, type Shown } from './request.ts'
import { type Decided, openReview } from './reviewWindow.ts'

export type { Shown } from './request.ts'

type Waiting = {
  id: string
  shown: Shown
  /** The lock of the account's keys; undefined for a change of address, which needs no key. */
  desk: Desk | undefined
  approve: (unlock: Unlock | undefined) => void
  reject: (reason: Error) => void
}

const rejected = () => new Denied('User rejected the request.', 403, 4001)
/** ms after a request was withdrawn in which a press of the person may still be meant for that request. */
const RECENT = 3_000

/**
 * What the frame shows. `here`: the request itself. `button`: the button that opens a window. `open`: that button,
 * while its window is open or a passkey is asked for. `answered`: what was shown when the person approved.
 */
type Mode = 'idle' | 'here' | 'button' | 'open' | 'answered'

const note = (text: string) => main().replaceChildren(element('p', 'idle', text))
const idle = () => note(t('frame.idle'))
/**
 * Whether the person is first asked to make a passkey, which is possible only in a window: not every browser lets a
 * frame in another site create one.
 */
const makesLock = ({ desk }: Waiting) => desk?.asksFirst()
const isHere = (own: Waiting) =>
  document.documentElement.dataset['review'] !== 'window' && seesCovers() && fits() && !makesLock(own)

/**
 * Remembers the request that was withdrawn while it was shown: the person may still press for it, and hit another one.
 */
function rememberWithdrawn() {
  let last = { what: '', at: Number.NEGATIVE_INFINITY }
  return {
    keep: (shown: Shown) => void (last = { what: JSON.stringify(shown), at: performance.now() }),
    isMistakable: (shown: Shown) => performance.now() - last.at < RECENT && JSON.stringify(shown) !== last.what,
    forget: () => void (last.at = Number.NEGATIVE_INFINITY),
  }
}

/**
 * Says that the previous request was withdrawn; its button shows the new request. Without this, a press that was meant
 * for the old request could approve the new one.
 */
function announcement(goOn: () => void): HTMLElement {
  const next = element('button', '', t('frame.next'))
  next.addEventListener('click', ({ isTrusted }) => void (isTrusted && goOn()))
  const box = element('div', 'window', element('h1', '', t('frame.withdrawn')), next)
  box.setAttribute('role', 'alert')
  return box
}

type OnWindow = { decided: (decided: Decided) => void; changed: (mode: Mode) => void }

/** Shows only a button that opens the window of a request. @returns what opens and closes that window */
function showButton({ shown, desk }: Waiting, { decided, changed }: OnWindow) {
  const [button, line] = [element('button', 'key', t('frame.inWindow')), alertLine()]
  let close: (() => void) | undefined
  const open = () => {
    close?.()
    close = openReview(shown, desk, decided)
    changed(close ? 'open' : 'button')
    line.textContent = t(close ? 'frame.goOn' : 'frame.blocked')
  }
  button.addEventListener('click', ({ isTrusted }) => void (isTrusted && open()))
  main().replaceChildren(element('div', 'window', button, line))
  return { open, close: () => close?.() }
}

export function createApprovals() {
  const waiting: Waiting[] = []
  /** Ends the listeners, or closes the window, of the request that is shown. */
  let clear: (() => void) | undefined
  let [drawn, mode]: [id: string | undefined, Mode] = [undefined, 'idle']
  const withdrawn = rememberWithdrawn()
  const approved = (own: Waiting, unlock?: Unlock) => {
    mode = 'answered'
    own.approve(unlock)
  }
  /**
   * Asks for the passkey if the keys are locked. If the person does not use it, the window asks again, and also accepts
   * the recovery code.
   */
  const confirmed = async (own: Waiting) => {
    if (!own.desk?.state().key) return approved(own)
    mode = 'open'
    const unlock = await own.desk.confirm()
    if (waiting[0] !== own) return
    if (unlock) approved(own, unlock)
    else elsewhere(own)
  }
  const here = (own: Waiting) => {
    mode = 'here'
    withdrawn.forget()
    const [reject, inWindow] = [() => own.reject(rejected()), () => elsewhere(own, true)]
    clear = drawRequest(main(), own.shown, { approve: () => void confirmed(own), reject, elsewhere: inWindow })
  }
  /** Shows only a button that opens the window. `now`: open the window at once, in the click that asked for it. */
  const elsewhere = (own: Waiting, now = false) => {
    clear?.()
    mode = 'button'
    const decided = (decision: Decided) => {
      if (decision.how === 'closed') return show(own)
      if (decision.how === 'reject') return own.reject(rejected())
      note(t('frame.working'))
      approved(own, decision.unlock)
    }
    const window = showButton(own, { decided, changed: (next) => (mode = next) })
    clear = window.close
    if (now) window.open()
  }
  const review = (own: Waiting) => (isHere(own) ? here(own) : elsewhere(own))
  const show = (own: Waiting) => {
    // The button alone needs no announcement: the person sees the request only in the window that a press on it opens.
    if (!isHere(own) || !withdrawn.isMistakable(own.shown)) return review(own)
    main().replaceChildren(announcement(() => review(own)))
  }

  const draw = () => {
    const [first] = waiting
    if (first?.id === drawn) return
    clear?.()
    clear = undefined
    ;[drawn, mode] = [first?.id, 'idle']
    if (first) show(first)
    else idle()
  }
  onFitChange(() => {
    const [first] = waiting
    // A request that is open in a window, or answered, does not change with the size of the frame.
    if (!first || (mode !== 'here' && mode !== 'button')) return
    clear?.()
    show(first)
  })

  const remove = (id: string) => {
    const at = waiting.findIndex((each) => each.id === id)
    const [gone] = at < 0 ? [] : waiting.splice(at, 1)
    draw()
    return gone
  }
  idle()
  return {
    /**
     * Resolves when the person approves, with what opens the lock of the keys if they are locked; then call
     * {@link done} to remove it.
     * @throws Error with the reason when rejected
     */
    ask: (id: string, shown: Shown, desk?: Desk) =>
      new Promise<Unlock | undefined>((resolve, reject) => {
        waiting.push({ id, shown, desk, approve: resolve, reject: (reason) => (remove(id), reject(reason)) })
        draw()
      }),
    done: (id: string) => void remove(id),
    abort: (id: string) => {
      const [first] = waiting
      if (first?.id === id && mode !== 'answered') withdrawn.keep(first.shown)
      remove(id)?.reject(new Error('Request was aborted'))
    },
  }
}
