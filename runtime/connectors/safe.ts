/**
 * The Safe SDK talks to the Safe app, which shows this page in a frame. Outside of that frame, nothing would answer it.
 */
import { CONNECTOR_IDS, type Connector } from '../contracts/connector.ts'

/** Whether this page can reach the connector's wallet. */
export const isReachable = ({ id }: Pick<Connector, 'id'>): boolean =>
  id !== CONNECTOR_IDS.safe || typeof window === 'undefined' || window.parent !== window
