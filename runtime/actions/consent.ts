import type { Kit } from '../contracts/kit.ts'
import { tracking } from './tracking.ts'

/** See `WalletKit.setConsent`. */
export const setConsent = (kit: Kit, given: boolean) => tracking(kit).setConsent(given)
