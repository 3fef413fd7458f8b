import type { Kit } from '../kit.ts'

/** The one subscriber that sends tracking events: begins for a kit, and is told of the visitor's consent. */
export type Analytics = { begin: (kit: Kit) => void; setConsent: (kit: Kit, given: boolean) => void }
export type LoadAnalytics = () => Promise<{ default: Analytics }>
