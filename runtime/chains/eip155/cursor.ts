/**
 * Reads untrusted bytes with offsets in them. An offset may point backwards, so without a limit a read may never end.
 */

/** How many reads may start at a position that was read before. viem has the same limit. */
export const RECURSIVE_READ_LIMIT = 8_192

export type Cursor = {
  readonly length: number
  /**
   * Reads `size` bytes from `at`. Throws a RangeError outside the data, and after too many reads of known positions.
   */
  read: (at: number, size: number) => Uint8Array
  /** Reads a 32-byte word as an offset or length. Throws a RangeError if it exceeds the length of the data. */
  readIndex: (at: number) => number
}

export function createCursor(bytes: Uint8Array, limit = RECURSIVE_READ_LIMIT): Cursor {
  const seen = new Set<number>()
  let again = 0
  const read = (at: number, size: number) => {
    if (seen.has(at) && ++again > limit) throw new RangeError(`Positions were read again more than ${limit} times`)
    seen.add(at)
    if (at < 0 || size < 0 || at + size > bytes.length) throw new RangeError(`No ${size} bytes at ${at}`)
    return bytes.subarray(at, at + size)
  }
  const readIndex = (at: number) => {
    const word = read(at, 32)
    const value = word.reduce((sum, byte) => sum * 256 + byte, 0)
    if (value > bytes.length) throw new RangeError(`The word at ${at} points outside`)
    return value
  }
  return { length: bytes.length, read, readIndex }
}
