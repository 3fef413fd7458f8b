/** `0x1234…cdef`: for a place where the full address is one click away. Never use it where money is confirmed. */
export const shortAddress = (address: string, start = 4, end = 4) =>
  address.length <= start + end + 2 ? address : `${address.slice(0, start + 2)}…${address.slice(-end)}`
