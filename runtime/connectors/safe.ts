/** A Safe is reached by the SDK of its own app, which shows this page in a frame: elsewhere nobody would answer. */
import { CONNECTOR_IDS, type Connector } from './connector.ts'

/** Whether this page can reach it at all. */
export const isReachable = ({ id }: Pick<Connector, 'id'>): boolean =>
  id !== CONNECTOR_IDS.safe || typeof window === 'undefined' || window.parent !== window
