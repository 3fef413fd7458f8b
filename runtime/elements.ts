/**
 * `<walletkit-button>`, `<walletkit-network-button>` and `<walletkit-modal>` for pages without a framework. Each talks to
 * its `kit` property, or to the first kit of the page; React arrives only with the first open.
 */
import { attend, buttonLabel, networkLabel } from './button.ts'
import type { Stop, WalletKit } from './instance.ts'
import { pageRecord } from './page.ts'

/** What a tag does once it is on the page and has a kit; returns what undoes it. */
type Start = (element: HTMLElement, kit: WalletKit) => Stop[]

function define(tag: string, start: Start) {
  // A tag that another copy registered first stays its own.
  if (typeof customElements === 'undefined' || customElements.get(tag)) return
  customElements.define(
    tag,
    class extends HTMLElement {
      #kit: WalletKit | undefined
      #stops: Stop[] = []
      get kit() {
        return this.#kit ?? (pageRecord().kits[0] as WalletKit | undefined)
      }
      set kit(kit) {
        this.#kit = kit
        this.connectedCallback()
      }
      connectedCallback() {
        const { kit } = this
        this.disconnectedCallback()
        if (!this.isConnected) return
        if (kit) this.#stops = start(this, kit)
        else pageRecord().waiting.push(() => this.connectedCallback())
      }
      disconnectedCallback() {
        this.#stops.splice(0).forEach((stop) => stop())
      }
    },
  )
}

/** A plain button in the page's own style, drawn inside the element so that the page's sheet reaches it. */
const button =
  (label: (element: HTMLElement, kit: WalletKit) => string, view?: string): Start =>
  (element, kit) => {
    const control = element.querySelector('button') ?? element.appendChild(document.createElement('button'))
    const paint = () => {
      const text = label(element, kit)
      if (control.textContent !== text) control.textContent = text
      control.disabled = element.hasAttribute('disabled')
    }
    control.type = 'button'
    control.ariaHasPopup = 'dialog'
    control.onclick = () => void kit.open(view ? { view } : undefined)
    paint()
    return [kit.subscribeAccount(paint), kit.subscribeState(paint), attend(control, kit)]
  }

const read = (element: HTMLElement, name: string) => element.getAttribute(name) ?? undefined

/** Registers the three tags. Importing this door has done it already; safe to repeat, and on a server. */
export function defineElements() {
  define(
    'walletkit-button',
    button((element, kit) =>
      buttonLabel(kit, {
        ...kit.getAccount(),
        label: read(element, 'label'),
        loadingLabel: read(element, 'loading-label'),
      }),
    ),
  )
  define(
    'walletkit-network-button',
    button((element, kit) => networkLabel(kit, read(element, 'label')), 'Networks'),
  )
  // The place of the modal, for embedded mode and `disableAppend`.
  define('walletkit-modal', (element, kit) => {
    const mounted = kit.mount(element)
    return [() => void mounted.then((remove) => remove())]
  })
}

defineElements()
