import { proxy } from 'valtio/vanilla'

/** The visits of a plugin's panel, which may have several screens. */
export type Visits = {
  /**
   * `count` grows each time the modal opens. The screen that was shown when the modal closed is still mounted then: if
   * its effects depend on `count`, it begins a new visit.
   */
  state: { readonly count: number }
  /** Whether a screen of the panel is mounted and the modal is open. */
  isOpen: () => boolean
  /** Call it when a screen of the panel opens. Returns a function to call once, when that screen closes. */
  enter: () => () => void
  /** Call it when the visitor goes to another screen of the panel: coming back then continues the visit. */
  stay: () => void
  /** Call it when the visitor leaves the panel: the next opening is then a new visit. */
  end: () => void
  /** Call it when the main screen opens with these parameters. Returns whether a new visit begins. */
  begin: (params?: unknown) => boolean
}

/**
 * Tracks the visits of a plugin's panel. `closed` runs when the modal closes, whatever closed it.
 *
 * @example
 * ```ts
 * import { createVisits, type PluginKit } from 'walletkit/plugin'
 *
 * export function createController(kit: PluginKit, start: () => void) {
 *   const visits = createVisits(kit)
 *   const opened = (params?: unknown) => void (visits.begin(params) && start())
 *   return { visits: visits.state, enter: visits.enter, opened }
 * }
 * ```
 */
export function createVisits(
  kit: { onClose: (listener: () => void) => unknown; onOpen: (listener: () => void) => unknown },
  closed?: () => void,
): Visits {
  const state = proxy({ count: 0 })
  let screens = 0
  let isClosed = false
  let isInside = false
  let last: string | undefined
  kit.onClose(() => {
    isClosed = true
    isInside = false
    closed?.()
  })
  kit.onOpen(() => {
    isClosed = false
    state.count++
  })
  return {
    state,
    isOpen: () => screens > 0 && !isClosed,
    enter: () => {
      screens++
      return () => void screens--
    },
    stay: () => void (isInside = true),
    end: () => void (isInside = false),
    begin: (params) => {
      const asked = signOf(params)
      const isNew = !isInside || asked !== last
      isInside = false
      last = asked
      return isNew
    },
  }
}

/** A text by which parameters are compared; `undefined` if JSON cannot hold them, because a page may pass anything. */
function signOf(params: unknown): string | undefined {
  try {
    return JSON.stringify(params)
  } catch {
    return undefined
  }
}
