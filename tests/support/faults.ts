import type { BrowserContext, ConsoleMessage } from 'playwright-core'
import { afterEach, expect } from 'vitest'

/** Faults of a browser context's pages: uncaught errors, unhandled rejections, CSP violations. */
export type Faults = string[]

const isViolation = (message: ConsoleMessage) => /Content Security Policy|Trusted Type/i.test(message.text())

/**
 * Watches browser contexts in the tests of one file. A test fails if a context that it watches has faults when the test
 * ends. If it causes some on purpose, it removes them with {@link expectFaults}.
 *
 * @param isFault which console messages count as faults; by default violations of the Content-Security-Policy
 */
export function useFaults(isFault: (message: ConsoleMessage) => boolean = isViolation) {
  const watched: Faults[] = []
  afterEach(() => expect(watched.splice(0).flat(), 'what the pages of this test threw').toEqual([]))
  return (context: BrowserContext): Faults => {
    const faults: Faults = []
    watched.push(faults)
    context.on('weberror', (error) => faults.push(error.error().message))
    context.on('console', (message) => {
      if (isFault(message)) faults.push(message.text())
    })
    return faults
  }
}

/** Waits until exactly these faults have occurred, each any number of times, and removes them from the list. */
export async function expectFaults({ faults }: { faults: Faults }, expected: readonly unknown[]): Promise<void> {
  await expect.poll(() => [...new Set(faults)]).toEqual(expected)
  faults.length = 0
}
