/**
 * Data that the browser stores for the service's origin. If the browser blocks storage, the data is in memory and is
 * lost with the page.
 */
const kept = new Map<string, string>()

function cell(area: 'localStorage' | 'sessionStorage', key: string) {
  return {
    get(): string | undefined {
      try {
        return window[area].getItem(key) ?? kept.get(key)
      } catch {
        return kept.get(key)
      }
    },
    set(value: string | undefined) {
      if (value === undefined) kept.delete(key)
      else kept.set(key, value)
      try {
        if (value === undefined) window[area].removeItem(key)
        else window[area].setItem(key, value)
      } catch {
        // Storage is full or blocked; this page still has the value in memory.
      }
    },
  }
}

/**
 * The places in the browser's storage for what the login stores about one site.
 * @param origin the embedding site's: each site has its own session, frame and network. The device token is for all
 * sites
 */
export const storedFor = (origin: string) => ({
  session: cell('localStorage', `session ${origin}`),
  device: cell('localStorage', 'device'),
  frame: cell('sessionStorage', `frame ${origin}`),
  /**
   * The account (address) whose person last said "Not now" to locking the wallet, and the time of that in ms since
   * 1970.
   */
  later: cell('localStorage', `later ${origin}`),
  /** The page's network, in CAIP-2. */
  chain: cell('sessionStorage', `chain ${origin}`),
})

export type Stored = ReturnType<typeof storedFor>
