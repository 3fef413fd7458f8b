import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * One line of JSON each: no address, no token, no code and no IP address of a person, except in a mail that is printed instead
 * of sent. Written at once: a line that is lost with the process is the one that explains its end.
 */
export const createLog = (level: Config['log'], to: DestinationStream = pino.destination({ sync: true })): Logger =>
  pino({ level, base: null }, to)
