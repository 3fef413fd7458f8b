import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * One line of JSON each: no address, no token, no code and no IP address of a person, except in a mail that is printed instead
 * of sent. Written at once: a line that is lost with the process is the one that explains its end.
 */
export const createLog = (level: Config['log'], to: DestinationStream = pino.destination({ sync: true })): Logger =>
  pino({ level, base: null }, to)

/** Rather too much than too little: what surrounds an address may be a part of it (RFC 5322, 3.2.3). */
const MAIL = /[^\s<>]*@[^\s<>]*/g
const HEX = /0x[0-9a-f]{40,}/gi
const hidden = (text: string) => text.replaceAll(MAIL, '(address)').replaceAll(HEX, '(hex)')

/** An error for the log, without what a mail server or a node repeats of a person: `550 <ada@example.com> unknown`. */
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
