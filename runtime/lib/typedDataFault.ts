import { isRecord } from './isRecord.ts'
import { readTypes, type Signed, signedFields } from './signedFields.ts'

/** A type that EIP-712 takes from Solidity. */
const PLAIN = /^(u?int\d*|bytes\d*|address|bool|string)$/
const NAME = /^[a-z_]\w*$/i
/** The name of the outermost type (`primaryType`) may have colons, as the common `HyperliquidTransaction:UsdSend`. */
const PRIMARY = /^[a-z_]\w*(:[a-z_]\w*)*$/i

/**
 * The fields of a domain (EIP-712) whose value has only one form. `chainId` is not checked here, because it may be a
 * number, or a text in decimal or hex: whoever calls {@link typedDataFault} has to check it.
 */
const DOMAIN = { name: 'string', version: 'string', verifyingContract: 'address', salt: 'bytes32' }

/**
 * Why typed data (EIP-712) must not be shown to anybody for signing; `undefined` if it may. Signing libraries guess
 * what a value of the wrong kind means: they sign the number 4279372 in a `string` field as the text "ALL", leave out a
 * domain's name that is a list, and read `0o17` as 15. What a person reads would then not be what is signed. So every
 * value must have exactly the kind that its type says.
 *
 * @example
 * ```ts
 * import { typedDataFault } from 'walletkit/plugin'
 *
 * const types = { Login: [{ name: 'code', type: 'string' }] }
 * typedDataFault({ domain: {}, types, primaryType: 'Login', message: { code: 7 } }) // 'The field code is no string'
 * ```
 */
export function typedDataFault(data: {
  domain?: unknown
  types: unknown
  primaryType: unknown
  message: unknown
}): string | undefined {
  const { domain, primaryType, message } = data
  const types = readTypes(data.types)
  if (typeof primaryType !== 'string' || !types) return 'The types are no lists of fields'
  const strange = Object.keys(types).find(
    (name) => PLAIN.test(name) || !(name === primaryType ? PRIMARY : NAME).test(name),
  )
  if (strange !== undefined) return `${JSON.stringify(strange.slice(0, 64))} is no name of a type`
  const signed = isRecord(message) ? signedFields(types, primaryType, message) : undefined
  if (!signed) return 'The types do not describe the data'
  const wrong = signed.find((each) => !isExact(each))
  if (wrong) return `The field ${wrong.path} is no ${wrong.type}`
  return domainFault(domain ?? {})
}

function domainFault(domain: unknown): string | undefined {
  if (!isRecord(domain)) return 'The domain is no object'
  const wrong = Object.entries(DOMAIN).find(([path, type]) => {
    const value = Object.hasOwn(domain, path) ? domain[path] : undefined
    // Accept a missing or empty field: signing libraries leave it out, and the screen does not show it.
    return value !== undefined && value !== null && value !== '' && !isExact({ path, type, value })
  })
  return wrong && `The field domain.${wrong[0]} is no ${wrong[1]}`
}

function isExact({ type, value }: Signed): boolean {
  // A list or struct is a value of its own here only if it is empty, or wrong: `signedFields` returns an array for an
  // empty one, and `undefined` for a wrong one.
  if (!PLAIN.test(type)) return Array.isArray(value)
  if (type === 'bool') return typeof value === 'boolean'
  if (/int/.test(type)) return isInteger(type, value)
  if (typeof value !== 'string') return false
  if (type === 'string') return true
  if (type === 'address') return /^0x[\da-f]{40}$/i.test(value)
  const length = type.slice('bytes'.length)
  if (!/^0x([\da-f]{2})*$/i.test(value)) return false
  return length === '' || (Number(length) <= 32 && value.length === 2 + 2 * Number(length))
}

/**
 * Whether the value is an integer that the type can hold, in a spelling that every signing library reads as the same
 * number.
 */
function isInteger(type: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false
  const text = String(value)
  if (!/^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(text)) return false
  const [number, size] = [BigInt(text), Number(type.replace(/\D/g, '') || 256)]
  const bits = BigInt(Math.min(size, 256))
  return type.startsWith('u') ? number >= 0n && number >> bits === 0n : BigInt.asIntN(Number(bits), number) === number
}
