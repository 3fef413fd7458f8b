import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * Writes each entry as one line of JSON. No entry may contain a mail address, a token, a code or an IP address, except
 * a mail that development prints instead of sending it. Writes are synchronous, so that the last lines before a crash
 * are not lost.
 */
export const createLog = (level: Config['log'], to: DestinationStream = pino.destination({ sync: true })): Logger =>
  pino({ level, base: null }, to)

/**
 * Matches up to the next space or angle bracket, because a mail address may contain almost any character (RFC 5322,
 * 3.2.3).
 */
const MAIL = /[^\s<>]*@[^\s<>]*/g
const HEX = /0x[0-9a-f]{40,}/gi
const hidden = (text: string) => text.replaceAll(MAIL, '(address)').replaceAll(HEX, '(hex)')

/**
 * An error in the form for the log. Mail addresses and long hex values are hidden, because messages of mail servers and
 * nodes repeat them: `550 <ada@example.com> unknown`.
 */
export function errorFor(error: unknown): {
  type: string
  message: string
  code?: string
  at?: string[]
  cause?: object
} {
  if (!(error instanceof Error)) return { type: typeof error, message: 'No error was thrown' }
  const { name, message, stack = '', cause } = error
  const at = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  return {
    type: name,
    message: hidden(message),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(at.length > 0 && { at }),
    ...(cause instanceof Error && { cause: errorFor(cause) }),
  }
}
