/** Replaces Node's Buffer, which browsers lack: only the two functions that the SDK uses for sign-in. */
import { bytesFrom } from '../../../runtime/remote/patches/buffer.ts'

export const Buffer = { from: bytesFrom, isBuffer: () => false }
