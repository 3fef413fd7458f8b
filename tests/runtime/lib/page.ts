import { afterEach, beforeEach, vi } from 'vitest'

/** Stubs the events of a page with real EventTarget and CustomEvent, new for each test of the file. */
export function stubPage() {
  beforeEach(() => {
    const target = new EventTarget()
    const memory = new Map<string, string>()
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
    vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target))
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
      removeItem: (key: string) => void memory.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())
}

export const announce = (info: unknown, provider: unknown) =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
