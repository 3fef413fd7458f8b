/**
 * The C structures of PKCS #11 as bytes, as 64-bit Linux and macOS have them: little-endian, a CK_ULONG and a pointer
 * of 8 bytes each. On Windows a CK_ULONG has 4 bytes, which is why an HSM does not work there.
 */

/** Bytes of a CK_ULONG, and of a pointer. */
export const WORD = 8

/** @returns the address of a buffer's first byte. The caller has to keep the buffer while C code may use the address */
export type AddressOf = (bytes: Buffer) => bigint

const word = (value: bigint | number): Buffer => {
  const bytes = Buffer.alloc(WORD)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
export const wordOf = (value: number): Buffer => word(value)
export const readWord = (bytes: Buffer, at = 0): bigint => bytes.readBigUInt64LE(at)

/** `type` is a CKA_… of PKCS #11. */
export type Attribute = { type: number; value: Buffer }

/** The attributes as an array of CK_ATTRIBUTE. The caller has to keep their values while C code uses the array. */
export const templateOf = (attributes: readonly Attribute[], addressOf: AddressOf): Buffer =>
  Buffer.concat(attributes.flatMap(({ type, value }) => [word(type), word(addressOf(value)), word(value.length)]))

/** The mechanism CKM_AES_GCM. */
const AES_GCM = 0x1087
/** Bits of the tag of AES-GCM. */
const TAG = 128

/**
 * CK_MECHANISM with CK_GCM_PARAMS, as the errata of PKCS #11 v2.40 and v3.0 have them.
 * @returns the mechanism, and the parameters to which it points; the caller has to keep both while C code uses them
 */
export function gcmOf(iv: Buffer, associated: Buffer, addressOf: AddressOf): { mechanism: Buffer; parameters: Buffer } {
  const parameters = Buffer.concat([
    ...[word(addressOf(iv)), word(iv.length), word(iv.length * 8)],
    ...[word(addressOf(associated)), word(associated.length), word(TAG)],
  ])
  const mechanism = Buffer.concat([word(AES_GCM), word(addressOf(parameters)), word(parameters.length)])
  return { mechanism, parameters }
}

/** CK_C_INITIALIZE_ARGS: no functions for locks, and CKF_OS_LOCKING_OK, because several threads call. */
export const initializeArguments = (): Buffer => Buffer.concat([Buffer.alloc(4 * WORD), word(2), word(0)])

/** Bytes of a CK_TOKEN_INFO, rounded up. */
export const TOKEN_INFO = 256
const [FLAGS, FINAL_TRY, LOCKED] = [96, 0x2_0000n, 0x4_0000n]

/** `mayLock`: one more wrong PIN locks the PIN. */
export type TokenInfo = { label: string; mayLock: boolean; isLocked: boolean }

/** Reads a CK_TOKEN_INFO, whose texts are filled with spaces. */
export function tokenInfoOf(bytes: Buffer): TokenInfo {
  const flags = readWord(bytes, FLAGS)
  return {
    label: bytes.subarray(0, 32).toString('utf8').replace(/ +$/, ''),
    mayLock: (flags & FINAL_TRY) !== 0n,
    isLocked: (flags & LOCKED) !== 0n,
  }
}
