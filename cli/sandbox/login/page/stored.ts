/** What this browser keeps for the service, on the service's own origin; a browser that keeps nothing loses it with the page. */
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
        // Full, or forbidden: the page itself still has it.
      }
    },
  }
}

/** @param origin of the page that holds the frame: a login is for one site */
export const storedFor = (origin: string) => ({
  session: cell('localStorage', `session ${origin}`),
  device: cell('localStorage', 'device'),
  frame: cell('sessionStorage', `frame ${origin}`),
  /** The network that the page is on; CAIP-2. */
  chain: cell('sessionStorage', `chain ${origin}`),
})

export type Stored = ReturnType<typeof storedFor>
