import { vi } from 'vitest'

/**
 * Waits until `check` does not throw, for at most 8 s unless a test says otherwise: the limit of `expect.poll` in
 * `vitest.config.ts`. Vitest's own default, one second, is too short for a busy machine. With fake timers each try moves
 * the clock on by 50 ms.
 */
export const waitFor = <T>(check: () => T | Promise<T>, timeout = 8_000): Promise<T> => vi.waitFor(check, { timeout })
