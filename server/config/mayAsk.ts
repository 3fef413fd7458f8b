import { isLoopback } from '../../sandbox/answer.ts'
import type { Config } from './config.ts'

/**
 * Whether pages of an origin may send requests to this server: the origins of the config's sites may, and in
 * development every origin on this machine.
 */
export const mayAsk = ({ sites, mode }: Pick<Config, 'sites' | 'mode'>, origin: string): boolean =>
  sites.includes(origin) || (mode === 'development' && isLoopback(origin))
