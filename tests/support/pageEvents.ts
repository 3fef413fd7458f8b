import { afterAll, beforeAll } from 'vitest'

/** Events of a page, for the tests of one file, where Node has none: what listens is counted, and told by hand. */
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
