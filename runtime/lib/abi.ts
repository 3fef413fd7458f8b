/** The ABI encoding of contract calls: a selector of 4 bytes, then words of 32 bytes. */

/** The selectors of ERC-20 methods: the first four bytes of the keccak256 hash of the method's signature. */
export const ERC20 = { transfer: '0xa9059cbb', transferFrom: '0x23b872dd', approve: '0x095ea7b3' } as const

/** An EVM address, or an integer from 0 to 2^256 - 1, as a word without `0x`. Throws for anything else. */
export function encodeWord(value: string | bigint): string {
  if (typeof value === 'string' && !/^0x[0-9a-f]{40}$/i.test(value)) throw new Error(`Invalid address ${value}`)
  const hex = typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)
  if (!/^[0-9a-f]{1,64}$/.test(hex)) throw new Error('The amount does not fit into 256 bits')
  return hex.padStart(64, '0')
}

/**
 * Call data: the selector, then each argument as a word. Throws if an argument does not fit.
 *
 * @example
 * ```ts
 * import { encodeCall } from 'walletkit/plugin'
 *
 * const to = `0x${'1'.repeat(40)}`
 * const data = encodeCall('0xa9059cbb', to, 5n) // transfer(to, 5)
 * ```
 */
export const encodeCall = (selector: `0x${string}`, ...args: (string | bigint)[]): `0x${string}` =>
  `${selector}${args.map(encodeWord).join('')}`

/**
 * The selector of call data, in lower case.
 *
 * @example
 * ```ts
 * import { selectorOf } from 'walletkit/plugin'
 *
 * selectorOf('0xA9059CBB00') // '0xa9059cbb'
 * ```
 */
export const selectorOf = (data: string) => data.slice(0, 10).toLowerCase()

/**
 * The words after the selector, without an incomplete last one; `undefined` if the text is not call data.
 *
 * @example
 * ```ts
 * import { readWords } from 'walletkit/plugin'
 *
 * readWords(`0xa9059cbb${'0'.repeat(63)}5`) // [5n]
 * readWords('hello') // undefined
 * ```
 */
export const readWords = (data: string): bigint[] | undefined =>
  /^0x[0-9a-f]{8}([0-9a-f]{2})*$/i.test(data)
    ? (data.slice(10).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
    : undefined

/**
 * The address in a word, in lower case; `undefined` if the word is missing or holds more than an address.
 *
 * @example
 * ```ts
 * import { addressAt } from 'walletkit/plugin'
 *
 * const [to] = [addressAt([5n], 0)] // '0x0000000000000000000000000000000000000005'
 * ```
 */
export function addressAt(words: readonly bigint[], index: number): string | undefined {
  const word = words[index]
  return word !== undefined && word < 2n ** 160n ? `0x${word.toString(16).padStart(40, '0')}` : undefined
}

/** Whether a value is `0x` and 64 hex digits: a transaction hash or another 32-byte value. */
export const isHash = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
