/**
 * `<walletkit-button>`, `<walletkit-network-button>` and `<walletkit-modal>` for pages without a framework. Each uses
 * its `kit` property, or the page's first kit. React loads with the modal: when the visitor first reaches a button with
 * the pointer or focus, when the modal opens, when the page is idle (only with `preload: "idle"`), or at once with
 * `<walletkit-modal>`.
 */
import { attend, buttonLabel, networkLabel } from './kit/button.ts'
import type { Stop, WalletKit } from './kit/instance.ts'
import { pageRecord } from './lib/page.ts'

/** Runs when a tag is on the page and has a kit; returns functions that undo it. */
type Start = (element: HTMLElement, kit: WalletKit) => Stop[]

function define(tag: string, start: Start) {
  // Another copy of the library may have registered the tag already; a tag cannot be registered twice.
  if (typeof customElements === 'undefined' || customElements.get(tag)) return
  customElements.define(
    tag,
    class extends HTMLElement {
      static observedAttributes = ['label', 'loading-label', 'disabled']
      #kit: WalletKit | undefined
      #stops: Stop[] = []
      #used: WalletKit | undefined
      // A page may destroy its kit and create another one while the tag stays on the page. Then start again with that
      // one.
      #again = () => void (this.kit !== this.#used && this.connectedCallback())
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
        pageRecord().waiting.add(this.#again)
        if ((this.#used = kit)) this.#stops = start(this, kit)
      }
      attributeChangedCallback() {
        // A tag that is not on the page yet, or has no kit, reads its attributes only when it starts.
        if (this.#stops[0]) this.connectedCallback()
      }
      disconnectedCallback() {
        pageRecord().waiting.delete(this.#again)
        this.#stops.splice(0).forEach((stop) => stop())
      }
    },
  )
}

/** A plain button, rendered in the page's own tree so that the page's style sheet applies to it. */
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

/**
 * Registers the three tags. Importing this module does it already; calling it again, or on a server, does nothing.
 *
 * @example
 * ```ts
 * import { defineElements } from 'walletkit/elements'
 *
 * defineElements()
 * document.body.append(document.createElement('walletkit-button'))
 * ```
 */
export function defineElements() {
  define(
    'walletkit-button',
    button((element, kit) =>
      buttonLabel(kit, kit.getAccount(), {
        label: read(element, 'label'),
        loadingLabel: read(element, 'loading-label'),
      }),
    ),
  )
  define(
    'walletkit-network-button',
    button((element, kit) => networkLabel(kit, read(element, 'label')), 'Networks'),
  )
  // The place where the modal renders, for embedded mode and `disableAppend`.
  define('walletkit-modal', (element, kit) => {
    const mounted = kit.mount(element)
    return [() => void mounted.then((remove) => remove())]
  })
}

defineElements()
