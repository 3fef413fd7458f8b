import { isLoopback } from '../../sandbox/answer.ts'
import type { Config } from './config.ts'

/** Whether pages of an origin may ask this server: those of its sites and, in development, all of this machine. */
export const mayAsk = ({ sites, mode }: Pick<Config, 'sites' | 'mode'>, origin: string): boolean =>
  sites.includes(origin) || (mode === 'development' && isLoopback(origin))
