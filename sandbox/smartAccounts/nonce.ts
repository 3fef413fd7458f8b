/** A nonce's lowest 64 bits count the operations of its series, a `row`; the higher bits name the row (ERC-4337). */
const COUNTER_BITS = 64n
export const rowOf = (nonce: bigint): bigint => nonce >> COUNTER_BITS
