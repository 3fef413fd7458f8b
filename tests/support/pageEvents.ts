import { afterAll, beforeAll } from 'vitest'

/**
 * Events of `window` for the tests of one file, because Node has none: `tell` dispatches one, `listeners` counts the
 * listeners.
 */
export function usePageEvents() {
  const page = new EventTarget()
  let listeners = 0
  const counts = { addEventListener: 1, removeEventListener: -1 }
  const verbs = ['addEventListener', 'removeEventListener'] as const
  beforeAll(() => {
    for (const verb of verbs)
      globalThis[verb] = (type: string, listener: EventListenerOrEventListenerObject) => {
        listeners += counts[verb]
        page[verb](type, listener)
      }
  })
  afterAll(() => verbs.forEach((verb) => Reflect.deleteProperty(globalThis, verb)))
  return { tell: (type: string) => page.dispatchEvent(new Event(type)), listeners: () => listeners }
}
