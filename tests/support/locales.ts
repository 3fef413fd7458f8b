import { onTestFinished } from 'vitest'

/**
 * Locales that browsers report: the first three are invalid for Intl, the other six format numbers and dates
 * differently.
 */
export const LOCALES = ['en-US@posix', 'C', '', 'de-DE', 'fr-CH', 'ar-EG', 'fa-IR', 'hi-IN', 'tr-TR'] as const
/** Time zones ahead of UTC, behind it, and with a half-hour offset. */
export const ZONES = ['Pacific/Apia', 'America/New_York', 'Asia/Kolkata'] as const

/** Sets the browser's languages for the rest of the test. */
export function speak(...languages: readonly string[]) {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  onTestFinished(() => {
    if (own) Object.defineProperty(globalThis, 'navigator', own)
    else Reflect.deleteProperty(globalThis, 'navigator')
  })
  Object.defineProperty(globalThis, 'navigator', {
    value: { languages, language: languages[0] },
    configurable: true,
  })
}

/** Sets the time zone for the rest of the test. Node reads `TZ` again when it is set. */
export function liveIn(zone: string) {
  const { TZ } = process.env
  onTestFinished(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })
  process.env['TZ'] = zone
}
