import { onTestFinished } from 'vitest'

/** What browsers say: three that Intl refuses, and six that write numbers and dates in ways of their own. */
export const LOCALES = ['en-US@posix', 'C', '', 'de-DE', 'fr-CH', 'ar-EG', 'fa-IR', 'hi-IN', 'tr-TR'] as const
/** A day ahead, behind, and with half an hour in it. */
export const ZONES = ['Pacific/Apia', 'America/New_York', 'Asia/Kolkata'] as const

/** A browser of these languages, for the rest of the test. */
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

/** A machine in this time zone, for the rest of the test: Node reads the variable again after each change. */
export function liveIn(zone: string) {
  const { TZ } = process.env
  onTestFinished(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })
  process.env['TZ'] = zone
}
