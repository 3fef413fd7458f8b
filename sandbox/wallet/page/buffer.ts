/** The part of Node's Buffer that the SDK uses for sign-in, because a browser has none. */
import { bytesFrom } from '../../../runtime/remote/patches/buffer.ts'

export const Buffer = { from: bytesFrom, isBuffer: () => false }
