/**
 * `<walletkit-button>`, `<walletkit-network-button>` and `<walletkit-modal>` for pages without a framework. Each talks to
 * its `kit` property, or to the first kit of the page; React arrives only with the first open.
 */
import { buttonLabel, networkLabel, watchIntent } from './button.ts'
import { pageRecord } from './page.ts'
import type { WalletKit } from './instance.ts'

const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement

abstract class KitElement extends Base {
  protected stops: (() => void)[] = []
  #kit: WalletKit | undefined
  get kit(): WalletKit | undefined {
    return this.#kit ?? (pageRecord().kits[0] as WalletKit | undefined)
  }
  set kit(kit: WalletKit | undefined) {
    this.#kit = kit
    if (this.isConnected) this.connectedCallback()
  }
  connectedCallback() {
    this.disconnectedCallback()
    const { kit } = this
    if (kit) this.stops = this.start(kit)
    else pageRecord().waiting.push(() => void (this.isConnected && this.connectedCallback()))
  }
  disconnectedCallback() {
    this.stops.splice(0).forEach((stop) => stop())
  }
  protected abstract start(kit: WalletKit): (() => void)[]
}

/** A plain button in the page's own style, drawn inside the element so that the page's sheet reaches it. */
abstract class ButtonElement extends KitElement {
  protected abstract text(kit: WalletKit): string
  protected abstract open(kit: WalletKit): Promise<void>
  protected start(kit: WalletKit) {
    const button = this.querySelector('button') ?? this.appendChild(document.createElement('button'))
    button.type = 'button'
    button.setAttribute('aria-haspopup', 'dialog')
    const paint = () => {
      button.textContent = this.text(kit)
      button.disabled = this.hasAttribute('disabled')
      button.toggleAttribute('aria-busy', kit.getState().loading)
    }
    const onClick = () => void this.open(kit)
    button.addEventListener('click', onClick)
    paint()
    return [
      kit.subscribeAccount(paint),
      kit.subscribeNetwork(paint),
      kit.subscribeState(paint),
      watchIntent(button, kit),
      () => button.removeEventListener('click', onClick),
    ]
  }
}

class ConnectButtonElement extends ButtonElement {
  protected text(kit: WalletKit) {
    const label = this.getAttribute('label') ?? undefined
    return buttonLabel(kit, {
      ...kit.getAccount(),
      label,
      loadingLabel: this.getAttribute('loading-label') ?? undefined,
    })
  }
  protected open(kit: WalletKit) {
    return kit.open()
  }
}

class NetworkButtonElement extends ButtonElement {
  protected text(kit: WalletKit) {
    return networkLabel(kit, this.getAttribute('label') ?? undefined)
  }
  protected open(kit: WalletKit) {
    return kit.open({ view: 'Networks' })
  }
}

/** The place of the modal, for embedded mode and `disableAppend`. */
class ModalElement extends KitElement {
  protected start(kit: WalletKit) {
    const mounted = kit.mount(this)
    return [() => void mounted.then((remove) => remove())]
  }
}

const TAGS = {
  'walletkit-button': ConnectButtonElement,
  'walletkit-network-button': NetworkButtonElement,
  'walletkit-modal': ModalElement,
}

/** Registers the three tags; those that another copy registered first stay its own. Safe on a server. */
export function defineElements() {
  if (typeof customElements === 'undefined') return
  for (const [tag, element] of Object.entries(TAGS)) if (!customElements.get(tag)) customElements.define(tag, element)
}

defineElements()
