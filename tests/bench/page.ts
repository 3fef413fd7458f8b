/** Functions that run in the measured page. They are sent as text, so they must use nothing outside of themselves. */

export const WALLET = 'Test wallet'
export const LABEL = 'Connect Wallet'
export const VIEWPORT = { width: 1280, height: 800 }

/** `at` is the page's `performance.now()` after the row was painted; `took` are the ms since the click. */
export type Shown = { at: number; took: number }

export type Bench = {
  /** Resolves when the connect button is in the page and one more frame was painted. */
  ready: () => Promise<void>
  /** Clicks the connect button without pointer or focus, and waits for the wallet row. */
  open: () => Promise<Shown>
  isOpen: () => boolean
  /** The centre of the connect button, in CSS px. */
  place: () => { x: number; y: number }
  /** Whether the row is in the document, visible or not. */
  isRendered: () => boolean
  /** Number of elements, including those in shadow roots. */
  elements: () => number
}

declare global {
  var __bench: Bench
}

/** The scripts to run in every page before its own code; `wallet` is a script. */
export const initScripts = (wallet: string): string[] => [
  // The TypeScript loader wraps every function in a call to `__name`, which a page does not have.
  'globalThis.__name = (each) => each',
  wallet,
  `(${installBench})(${JSON.stringify({ wallet: WALLET, label: LABEL })})`,
]

/** `wallet` is the text of the row, `label` that of the button. */
export function installBench({ wallet, label }: { wallet: string; label: string }) {
  const roots = () => [
    document,
    ...[...document.querySelectorAll('[data-walletkit]')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
  ]
  const buttons = (text: string) =>
    roots().flatMap((root) => [...root.querySelectorAll('button')].filter((each) => each.textContent.includes(text)))
  const parent = (element: Element) =>
    element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? undefined
  /** Whether an element is visible: laid out, and fully opaque. */
  const isShown = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false
    for (let each: Element | undefined = element; each; each = parent(each))
      if (getComputedStyle(each).opacity !== '1') return false
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }
  const opener = () => buttons(label).find((button) => button.getRootNode() === document && !button.closest('dialog'))
  const isOpen = () => buttons(wallet).some(isShown)

  /**
   * Waits until a frame in which `holds` is true. Resolves in the task after that frame, when its layout and paint are
   * done.
   */
  const drawn = (holds: () => boolean) =>
    new Promise<number>((resolve, reject) => {
      const late = performance.now() + 20_000
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now())
      const look = () => {
        if (holds()) channel.port2.postMessage(0)
        else if (performance.now() > late) reject(new Error('Nothing showed within 20 seconds'))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })

  globalThis.__bench = {
    ready: async () => {
      await drawn(() => opener() !== undefined)
    },
    open: async () => {
      const button = opener()
      if (!button) throw new Error('There is no connect button')
      if (isOpen()) throw new Error('The row shows already')
      const before = performance.now()
      button.click()
      const at = await drawn(isOpen)
      return { at, took: at - before }
    },
    isOpen,
    place: () => {
      const { x = 0, y = 0, width = 0, height = 0 } = opener()?.getBoundingClientRect() ?? {}
      return { x: x + width / 2, y: y + height / 2 }
    },
    isRendered: () => buttons(wallet).length > 0,
    elements: () => roots().reduce((sum, root) => sum + root.querySelectorAll('*').length, 0),
  }
}
