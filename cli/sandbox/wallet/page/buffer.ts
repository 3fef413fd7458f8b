/** What the SDK takes of Node's Buffer for sign-ins; a page has none. */
import { bytesFrom } from '../../../../runtime/connectors/walletConnect/buffer.ts'

export const Buffer = { from: bytesFrom, isBuffer: () => false }
