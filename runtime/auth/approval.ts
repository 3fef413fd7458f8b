/**
 * Shows requests that need the visitor's consent in the modal, one at a time, together with the login frame: the login
 * service's iframe, in which the visitor approves or rejects.
 */
import { proxy, ref, type Snapshot, subscribe } from 'valtio/vanilla'
import { blamesAccountType } from '../actions/accountType.ts'
import { close } from '../actions/close.ts'
import { homeView } from '../actions/homeView.ts'
import { open } from '../actions/open.ts'
import { popTransaction, push, pushTransaction, reset } from '../state/navigate.ts'
import { Aborted } from '../errors/aborted.ts'
import { WalletKitError } from '../errors/base.ts'
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import { hideToast, showLoading } from '../state/showToast.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { perKit } from '../contracts/perKit.ts'
import type { MessageName } from './messages.ts'
import { classOf } from './policy.ts'
import { embeddedWallet } from './wallet.ts'

/**
 * A request of the app, or the login's request to change the email address; `params` are not parsed. `network` is the
 * network for which an app's request was made; the active network may change while the request is pending.
 */
export type Asked = {
  method: string
  params: unknown
  namespace: Namespace
  network?: Snapshot<CaipNetwork> | undefined
}

type Turn = { begin: () => void; drop: (error: Error) => void }

export const VIEW = 'ApproveTransaction'

export const approval = perKit((kit) => {
  const shown = proxy<{ asked: Asked | undefined; turn: number }>({ asked: undefined, turn: 0 })
  const line: Turn[] = []
  let watched = false
  /**
   * Whether a request with a forbidden method was refused during this approval: the modal then stays open, to show the
   * notice of that refusal.
   */
  let refused = false
  /** Ends the approval screen; `undefined` while no such screen is shown. */
  let endScreen: ((outcome: 'success' | 'error') => void) | undefined

  /**
   * Rejects all requests that need the visitor's approval, except those that are approved already. Requests that need
   * no approval continue.
   */
  const abort = () => {
    for (const { drop } of line.splice(1)) drop(new Aborted('Request was aborted'))
    embeddedWallet(kit).abort(asksPerson)
  }

  /** Aborts the pending requests, except an approved one, and closes the screen without waiting for the login frame. */
  const leave = () => {
    abort()
    endScreen?.('error')
    tellWaiting()
  }
  /** Calls `leave` if the visitor left the approval screen, by closing the modal or going back. */
  const leaveIfLeft = () => {
    const { modal, router } = kit.state
    if (shown.asked && (!modal.open || router.view !== VIEW)) leave()
  }
  const waiting = () => kit.text('approve.sending', 'Approved. Waiting for the wallet')
  /** Shows a toast if the visitor left the screen while a request that they approved has no response yet. */
  const tellWaiting = () => {
    if (line.length > 0 && !shown.asked && embeddedWallet(kit).shown.approved) showLoading(kit.state.toast, waiting())
  }
  const watch = () => {
    if (watched) return
    watched = true
    kit.teardown.push(
      subscribe(kit.state.modal, leaveIfLeft),
      subscribe(kit.state.router, leaveIfLeft),
      // The login frame may report the approval just after the visitor left: show the toast then.
      subscribe(embeddedWallet(kit).shown, tellWaiting),
      kit.events.on('refused', () => {
        refused = true
        leave()
      }),
    )
  }

  /** Shows the approval screen, and sets the function that ends it. */
  const show = (asked: Asked) => {
    const { modal, router } = kit.state
    const beside = modal.open
    pushTransaction(router, { view: VIEW, goBack: beside, replace: false })
    if (beside) push(router, VIEW)
    else open(kit, { view: VIEW })
    // Set this only after the approval screen is open: once it is set, `leaveIfLeft` aborts if any other screen is
    // shown.
    shown.asked = ref(asked)
    shown.turn++
    refused = false
    // If the modal's code cannot load, the visitor cannot approve, so reject the requests.
    kit.preload().catch(leave)
    endScreen = (outcome) => {
      endScreen = undefined
      shown.asked = undefined
      endTransaction(kit, outcome, { beside, refused })
    }
  }

  const run = (asked: Asked, send: () => Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const begin = () => {
        watch()
        const wallet = embeddedWallet(kit)
        wallet.shown.approved = false
        show(asked)
        const next = () => {
          wallet.shown.approved = false
          if (kit.state.toast.message === waiting()) hideToast(kit.state.toast)
          line.shift()
          line[0]?.begin()
        }
        const answer = send().then(
          (result) => (endScreen?.('success'), result),
          (error: unknown) => {
            endScreen?.('error')
            tell(kit, error, asked)
            throw error
          },
        )
        resolve(answer.finally(next))
      }
      line.push({ begin, drop: reject })
      if (line.length === 1) begin()
    })

  return { shown, run }
})

/** Whether a person has to approve this message in the login frame. All other messages need no approval there. */
const asksPerson = (name: MessageName, payload: unknown) =>
  name === 'UPDATE_EMAIL' || (name === 'RPC_REQUEST' && classOf((payload as { method: string }).method) === 'unsafe')

type Ended = { beside: boolean; refused: boolean }

/**
 * Leaves the approval screen, if it is still shown.
 * @param beside the modal was open before the screen, so it stays open
 * @param refused a request with a forbidden method was refused during the approval, so the modal stays open to show
 * that notice
 */
function endTransaction(kit: Kit, outcome: 'success' | 'error', { beside, refused }: Ended): void {
  const { modal, router } = kit.state
  const stands = modal.open && router.view === VIEW
  const pending = router.stack.at(-1)
  if (pending && !stands) pending.goBack = false
  popTransaction(router, outcome)
  if (!stands || beside) return
  if (refused) reset(router, homeView(kit))
  else close(kit)
}

/**
 * Shows a request's error to the visitor, if the login frame failed to load or the site does not support smart
 * accounts. Other errors only reach the app.
 */
function tell(kit: Kit, error: unknown, { namespace }: Asked): void {
  const isType = blamesAccountType(kit, namespace, { at: 'request', error })
  const isFrame = error instanceof WalletKitError && error.code === 'FRAME_FAILED'
  if (!isType && !isFrame) return
  if (!kit.state.modal.open) open(kit)
  report(kit, isType ? coreError('SMART_ACCOUNT_UNSUPPORTED', error) : error, 'FRAME_FAILED')
}
