/** Whether it is `0x` and 64 hex digits: a transaction hash or another 32-byte value. */
export const isHash = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
