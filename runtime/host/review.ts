/**
 * Shows a third-party plugin's wallet request in the modal, under the plugin's name, before the wallet gets it. The
 * wallet's own window only names the site, so the visitor could not see which plugin asks.
 */
import { subscribe } from 'valtio/vanilla'
import { close } from '../actions/close.ts'
import { open } from '../actions/open.ts'
import { pop, push } from '../state/navigate.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { type Kit, onTeardown } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import type { Entry } from '../state/router.ts'
import type { PluginTransaction } from '../contracts/pluginChain.ts'
import type { BatchCall, TypedData, WatchedAsset } from '../contracts/requests.ts'

/** The core view that shows the request. */
export const REVIEW_VIEW = 'PluginReview'

/** What the visitor reviews. The wallet gets exactly this to sign, send or list. */
export type Asked =
  | { readonly transaction: Readonly<PluginTransaction> }
  | { readonly message: string }
  | { readonly typedData: TypedData }
  | { readonly asset: WatchedAsset }
  | { readonly calls: readonly BatchCall[] }
  | { readonly switchTo: CaipNetwork }
  | { readonly wallet: { readonly name: string } }
export type ReviewRequest = { readonly plugin: string; readonly network: CaipNetwork } & Asked
export type Review = {
  readonly id: number
  /**
   * The previous request ended less than 3 s ago without the visitor's answer. The Confirm button then ignores clicks
   * for longer than usual, because the visitor may still be about to confirm the previous request.
   */
  readonly isSudden: boolean
  readonly request: ReviewRequest
  readonly settle: (confirmed: boolean) => void
}

/**
 * For how many ms after a request disappeared the visitor may still try to confirm it, and so confirm the next request.
 */
const RECENT = 3_000

/**
 * `left`: when (`performance.now()`) a request last ended without the visitor's answer, for example because its plugin
 * opened a view. `last`: the number of the newest request.
 */
const reviews = perKit((): { last: number; left: number; open?: Review | undefined } => ({
  last: 0,
  left: Number.NEGATIVE_INFINITY,
}))

/**
 * The pending request with this number; `undefined` if it has been confirmed or cancelled already, or never existed.
 */
export function findReview(kit: Kit, id: number | undefined): Review | undefined {
  const { open: review } = reviews(kit)
  return review && review.id === id ? review : undefined
}

/**
 * Shows the request. Resolves when the visitor confirms it. Rejects with code 4001 when the visitor cancels it, leaves
 * it or closes the modal, and with -32002 while another request is shown. Afterwards the modal shows the previous view
 * again, or closes if it was closed.
 */
export function review(kit: Kit, request: ReviewRequest): Promise<void> {
  const { router, modal } = kit.state
  const own = reviews(kit)
  if (own.open) {
    const text = `Plugin "${request.plugin}" asked while another request is reviewed`
    return Promise.reject(providerError(RPC_CODES.resourceUnavailable, text))
  }
  const id = ++own.last
  const wasOpen = modal.open
  const isShown = () => modal.open && router.history.some((entry) => idOf(entry) === id)

  return new Promise((resolve, reject) => {
    const settle = (confirmed: boolean) => {
      if (own.open?.id !== id) return
      own.open = undefined
      for (const stop of stops.splice(0)) stop()
      if (idOf(router.history.at(-1)) === id) {
        if (wasOpen) pop(router)
        else if (modal.open) close(kit)
      }
      if (confirmed) resolve()
      else reject(providerError(RPC_CODES.userRejected, 'User rejected the request'))
    }
    const leave = () => {
      own.left = performance.now()
      settle(false)
    }
    const check = () => void (isShown() || leave())
    own.open = { id, isSudden: performance.now() - own.left < RECENT, request, settle }
    if (wasOpen) push(router, REVIEW_VIEW, { review: id })
    else open(kit, { view: REVIEW_VIEW, params: { review: id } })
    const stops = [subscribe(router, check, true), subscribe(modal, check, true), onTeardown(kit, leave)]
    check()
  })
}

function idOf(entry: Entry | undefined): number | undefined {
  const { review: id } = (entry?.params ?? {}) as { review?: unknown }
  return entry?.view === REVIEW_VIEW && typeof id === 'number' ? id : undefined
}

/** An error with a code, as EIP-1193 defines it. */
const providerError = (code: number, message: string) => Object.assign(new Error(message), { code })
