/** Creates a reader of Bitcoin's serialization. Reads (except `peek`) throw a RangeError if too few bytes are left. */
export function createReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError('The bytes end too early')
    return bytes.subarray(at, (at += length))
  }
  const number = (length: 1 | 2 | 4): number => {
    const start = at
    take(length)
    if (length === 1) return view.getUint8(start)
    return length === 2 ? view.getUint16(start, true) : view.getUint32(start, true)
  }
  /**
   * Reads a "compact size". Refuses one that is not in its shortest form, and the 8-byte form, which is never needed
   * here.
   */
  const size = (): number => {
    const first = number(1)
    if (first < 0xfd) return first
    if (first === 0xff) throw new RangeError('The size is too large')
    const value = number(first === 0xfd ? 2 : 4)
    if (value < (first === 0xfd ? 0xfd : 0x10000)) throw new RangeError('The size is not in its shortest form')
    return value
  }
  return {
    take,
    number,
    size,
    /** Reads a size, then that many bytes. */
    sized: () => take(size()),
    peek: (ahead: number) => bytes[at + ahead],
    rest: () => take(bytes.length - at),
    isAtEnd: () => at === bytes.length,
  }
}
export type Reader = ReturnType<typeof createReader>

/** Whether a read consumes exactly these bytes. */
export function fits(bytes: Uint8Array, read: (reader: Reader) => unknown): boolean {
  const reader = createReader(bytes)
  try {
    return read(reader) !== false && reader.isAtEnd()
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Reads a size, then calls `read` that many times. */
export function repeat(reader: Reader, read: () => unknown): number {
  const count = reader.size()
  for (let done = 0; done < count; done++) read()
  return count
}
