/** The text of connect and network buttons, and how they load the modal before the click. */
import { subscribe } from 'valtio/vanilla'
import { shortAddress } from '../lib/shortAddress.ts'
import type { AccountState } from '../state/accounts.ts'
import type { WalletKit } from './instance.ts'
import { kitOf } from './walletKit.ts'

type Labels = { label?: string | undefined; loadingLabel?: string | undefined }

export function buttonLabel(
  instance: WalletKit,
  // The parameter is the account object itself, not a spread copy: a spread would read the balance, and so request it.
  { status, address, profileName }: Pick<AccountState, 'status' | 'address' | 'profileName'>,
  { label, loadingLabel }: Labels,
): string {
  const { text } = kitOf(instance)
  if (address) return profileName ?? shortAddress(address)
  if (status === 'connecting') return loadingLabel ?? text('button.connecting', 'Connecting…')
  return label ?? text('button.connect', 'Connect Wallet')
}

/**
 * The active network's name; 'Switch Network' if the wallet is on a network that the page does not support; without a
 * network, the label or a placeholder.
 */
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
 * Loads and renders the modal on hover, focus or touch, so that the click has less to do; also when the page is idle,
 * if the site asked for it. The loaded code also adds pictures and the balance to a connect button. Sets `aria-busy`
 * while the visitor waits. Returns a function that stops all of it.
 */
export function attend(element: HTMLElement, instance: WalletKit): () => void {
  const kit = kitOf(instance)
  const controller = new AbortController()
  // If this load fails, the click loads again, and shows the error.
  const load = () => void kit.preload().catch(() => undefined)
  const cancel = kit.whenIdle?.(load)
  for (const event of ['pointerenter', 'focus', 'touchstart'])
    element.addEventListener(event, load, { once: true, passive: true, signal: controller.signal })
  const unsubscribe = subscribe(kit.state.modal, () => (element.ariaBusy = `${kit.state.modal.loading}`))
  kit.dress?.(element)
  const stop = () => {
    controller.abort()
    cancel?.()
    unsubscribe()
    // Drop the reference, so that a removed button can be garbage-collected before the kit. `>>> 0` turns -1 into an
    // index past the end, so that nothing is removed.
    kit.teardown.splice(kit.teardown.indexOf(stop) >>> 0, 1)
  }
  // `kit.dress`, which adds pictures and the balance to a button, may load later: it finds the buttons that already
  // exist by this property.
  stop.button = element
  kit.teardown.push(stop)
  return stop
}
