/** What a connect or network button says, and how it gets the modal ready before the click. */
import { subscribe } from 'valtio/vanilla'
import { shortAddress } from './lib/shortAddress.ts'
import type { AccountState } from './state/accounts.ts'
import type { WalletKit } from './instance.ts'
import { kitOf } from './walletKit.ts'

/** Time without a sign of interest after which the modal is fetched anyway, ms. */
export const IDLE_PRELOAD = 2_000

type Labelled = Pick<AccountState, 'status' | 'address' | 'profileName'> & {
  label?: string | undefined
  loadingLabel?: string | undefined
}

export function buttonLabel(
  instance: WalletKit,
  { status, address, profileName, label, loadingLabel }: Labelled,
): string {
  const { text } = kitOf(instance)
  if (address) return profileName ?? shortAddress(address)
  if (status === 'connecting') return loadingLabel ?? text('button.connecting', 'Connecting…')
  return label ?? text('button.connect', 'Connect Wallet')
}

/** The active network's name; 'Switch Network' when it is not supported; else the label or a placeholder (reference 4.7). */
export function networkLabel(instance: WalletKit, label?: string): string {
  const kit = kitOf(instance)
  const network = instance.getCaipNetwork()
  if (network && kit.state.networks.unsupported) return kit.text('button.switch', 'Switch Network')
  if (network) return network.name
  return (
    label ??
    (instance.getAddress()
      ? kit.text('button.unknown', 'Unknown Network')
      : kit.text('button.select', 'Select Network'))
  )
}

/**
 * Loads and renders the modal on hover, focus, touch, or two idle seconds, and is busy while the visitor waits for it;
 * outside of any rendering, for the click has better things to do. Returns what stops both.
 */
export function attend(element: HTMLElement, instance: WalletKit): () => void {
  const { state, teardown } = kitOf(instance)
  const controller = new AbortController()
  // A chunk that fails here is fetched again by the click, which tells the visitor.
  const load = () => void instance.preload().catch(() => undefined)
  const timer = setTimeout(load, IDLE_PRELOAD)
  for (const event of ['pointerenter', 'focus', 'touchstart'])
    element.addEventListener(event, load, { once: true, passive: true, signal: controller.signal })
  const unsubscribe = subscribe(state.modal, () => void (element.ariaBusy = `${state.modal.loading}`))
  const stop = () => {
    controller.abort()
    clearTimeout(timer)
    unsubscribe()
    // A button that left the page must not be held until the kit goes; what is not listed is beyond every list's end.
    teardown.splice(teardown.indexOf(stop) >>> 0, 1)
  }
  teardown.push(stop)
  return stop
}
