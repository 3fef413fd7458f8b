import { afterEach } from 'vitest'

/** What browsers say: three that Intl refuses, and six that write numbers and dates in ways of their own. */
export const LOCALES = ['en-US@posix', 'C', '', 'de-DE', 'fr-CH', 'ar-EG', 'fa-IR', 'hi-IN', 'tr-TR'] as const
/** A day ahead, behind, and with half an hour in it. */
export const ZONES = ['Pacific/Apia', 'America/New_York', 'Asia/Kolkata'] as const

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
const { TZ } = process.env

afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'navigator', own)
  else Reflect.deleteProperty(globalThis, 'navigator')
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

/** A browser of these languages, for the rest of the test. */
export function speak(...languages: readonly string[]) {
  Object.defineProperty(globalThis, 'navigator', {
    value: { languages, language: languages[0] },
    configurable: true,
  })
}

/** A machine in this time zone, for the rest of the test: Node reads it anew when it is set. */
export function liveIn(zone: string) {
  process.env['TZ'] = zone
}
