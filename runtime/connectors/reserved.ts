import { CONNECTOR_IDS, CONNECTOR_NAMES } from './connector.ts'

const RESERVED = new Set(
  [...Object.values(CONNECTOR_IDS), ...Object.values(CONNECTOR_NAMES)].map((name) => name.toLowerCase()),
)

/** Whether it is an id or a name of ours, which no wallet of the page may take the place of. */
export const isReserved = (name: string): boolean => RESERVED.has(name.toLowerCase())
