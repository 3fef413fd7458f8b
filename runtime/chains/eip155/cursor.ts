/** Reads untrusted bytes. Their offsets may point backwards, so a reader without a limit could loop forever. */

/** How many reads may start at a position that was read before. viem has the same limit. */
export const RECURSIVE_READ_LIMIT = 8_192

export type Cursor = {
  readonly length: number
  /** `size` bytes from `at`. Throws a RangeError outside the data, and after too many repeated reads. */
  read: (at: number, size: number) => Uint8Array
  /** A 32-byte word as a number. Throws a RangeError if it exceeds the length of the data. */
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
