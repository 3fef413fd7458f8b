/**
 * Shows requests and asks for approval, one at a time. It shows a request in the frame, or only a button there that
 * opens a window of the service: if the frame is too small, the browser cannot report covered content, or the service
 * is set to `window`.
 */
import { inPageLanguage as t } from './approvalText.ts'
import { fits, seesCovers } from './armed.ts'
import { alertLine, element, main } from './dom.ts'
import { drawRequest, type Shown } from './request.ts'
import { type Decided, openReview } from './reviewWindow.ts'

export type { Shown } from './request.ts'

type Waiting = { id: string; shown: Shown; approve: () => void; reject: (reason: string) => void }

const REJECTED = 'User rejected the request.'

/**
 * What is shown. `here`: the request, in the frame. `button`: the button for a window. `open`: that, and an open
 * window.
 */
type Mode = 'idle' | 'here' | 'button' | 'open' | 'answered'

export function createApprovals() {
  const waiting: Waiting[] = []
  /** Ends the listeners, or closes the window, of the request that is shown. */
  let clear: (() => void) | undefined
  let drawn: string | undefined
  let mode: Mode = 'idle'

  const note = (text: string) => main().replaceChildren(element('p', 'idle', text))
  const idle = () => note(t('frame.idle'))

  const here = (own: Waiting) => {
    mode = 'here'
    const approve = () => {
      mode = 'answered'
      own.approve()
    }
    const [reject, inWindow] = [() => own.reject(REJECTED), () => elsewhere(own, true)]
    clear = drawRequest(main(), own.shown, { approve, reject, elsewhere: inWindow })
  }
  /** Shows only a button that opens the window. `now`: open the window at once, in the click that asked for it. */
  const elsewhere = (own: Waiting, now = false) => {
    clear?.()
    mode = 'button'
    let close: (() => void) | undefined
    const [button, line] = [element('button', 'key', t('frame.inWindow')), alertLine()]
    const decided = (how: Decided) => {
      if (how === 'closed') return show(own)
      if (how === 'reject') return own.reject(REJECTED)
      mode = 'answered'
      note(t('frame.working'))
      own.approve()
    }
    const open = () => {
      close?.()
      close = openReview(own.shown, decided)
      mode = close ? 'open' : 'button'
      line.textContent = t(close ? 'frame.goOn' : 'frame.blocked')
    }
    button.addEventListener('click', ({ isTrusted }) => void (isTrusted && open()))
    main().replaceChildren(element('div', 'window', button, line))
    clear = () => close?.()
    if (now) open()
  }
  const isAlwaysElsewhere = document.documentElement.dataset['review'] === 'window'
  const show = (own: Waiting) => (!isAlwaysElsewhere && seesCovers() && fits() ? here(own) : elsewhere(own))

  const draw = () => {
    const [first] = waiting
    if (first?.id === drawn) return
    clear?.()
    clear = undefined
    drawn = first?.id
    mode = 'idle'
    if (first) show(first)
    else idle()
  }
  let had = fits()
  window.addEventListener('resize', () => {
    const [first] = waiting
    if (fits() === had) return
    had = fits()
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
     * Resolves when the person approves; then call {@link done} to remove it.
     * @throws Error with the reason when rejected
     */
    ask: (id: string, shown: Shown) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ id, shown, approve: resolve, reject: (reason) => (remove(id), reject(new Error(reason))) })
        draw()
      }),
    done: (id: string) => void remove(id),
    abort: (id: string) => remove(id)?.reject('Request was aborted'),
  }
}
