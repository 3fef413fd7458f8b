import type { Kit } from '../contracts/kit.ts'
import { completed } from '../kit/createKit.ts'

/** Loads what the stores call, and with it the chains, the plugins and the rest of the config. */
export const loadActions = (kit: Kit) => completed(kit, import('./actions.ts'))
