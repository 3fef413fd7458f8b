/** Network Information API, which only Chromium has. */
type Saving = { connection?: { saveData?: boolean; effectiveType?: string } }

/** ms that the page gets for its own loading before `whenIdle` waits for an idle moment. */
const SETTLED = 2_000

/**
 * Calls `load` once the page is idle, but not for a visitor who saves data or whose connection is slow. Returns a
 * function that cancels it; after the first two seconds this no longer has an effect. The build passes it to the kit
 * for configs with `preload: "idle"`.
 *
 * @example
 * ```ts
 * import { createWalletKit, whenIdle } from 'walletkit'
 * import { generated } from 'virtual:walletkit'
 *
 * const kit = createWalletKit({ ...generated, whenIdle })
 * ```
 */
export function whenIdle(load: () => void): () => void {
  const timer = setTimeout(() => {
    const { saveData, effectiveType = '' } = (navigator as Saving).connection ?? {}
    if (saveData || /2g/.test(effectiveType)) return
    // Safari has no idle callbacks.
    const wait: typeof requestIdleCallback | undefined = globalThis.requestIdleCallback
    if (wait) wait(load)
    else load()
  }, SETTLED)
  return () => clearTimeout(timer)
}
