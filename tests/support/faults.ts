import type { BrowserContext, ConsoleMessage } from 'playwright-core'
import { afterEach, expect } from 'vitest'

/** What the pages of a browser context did wrong: uncaught errors, unhandled rejections, violations of their policy. */
export type Faults = string[]

const isViolation = (message: ConsoleMessage) => /Content Security Policy|Trusted Type/i.test(message.text())

/**
 * For the tests of one file. Every context that is watched has to be without a fault when its test ends; a test that
 * means one takes it out of the list with {@link expectFaults}.
 *
 * @param isFault further lines of the console that count
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

/** Waits for exactly these faults, each as often as it comes, and takes them out of what the test is judged by. */
export async function expectFaults({ faults }: { faults: Faults }, expected: readonly unknown[]): Promise<void> {
  await expect.poll(() => [...new Set(faults)]).toEqual(expected)
  faults.length = 0
}
