/** Lets functions of a PKCS #11 library fail, by replacing them in the list that the library gives to its callers. */
import koffi from 'koffi'

/** How many parameters a function has, and its place in CK_FUNCTION_LIST. */
const FUNCTIONS = {
  C_OpenSession: [12, 5],
  C_Login: [18, 4],
  C_FindObjects: [27, 4],
  C_EncryptInit: [29, 3],
  C_Encrypt: [30, 5],
  C_DecryptInit: [33, 3],
  C_Decrypt: [34, 5],
} as const

/** `go` calls the function itself. Pointers are numbers. */
type Fault = (go: () => number, args: readonly (number | bigint)[]) => number

/**
 * For wrappers that are opened between this call and `mend`: each asks the library once for its functions, and keeps them.
 * @param fault returns what the function returns, a CKR_…
 */
export function breakFunction(library: string, name: keyof typeof FUNCTIONS, fault: Fault): { mend: () => void } {
  const [place, count] = FUNCTIONS[name]
  const list: unknown[] = [null]
  koffi.load(library, { deep: true }).func('C_GetFunctionList', 'ulong', [koffi.out(koffi.pointer('void *'))])(list)
  const proto = koffi.proto(
    'ulong',
    Array.from({ length: count }, () => 'ulong'),
  )
  // The version comes before the first function.
  const at = 8 + place * 8
  const pointer = koffi.decode(list[0], at, 'void *') as unknown
  const original = koffi.decode(pointer, proto) as (...args: (number | bigint)[]) => number | bigint
  const callback = koffi.register(
    (...args: (number | bigint)[]) => fault(() => Number(original(...args)), args),
    koffi.pointer(proto),
  )
  koffi.encode(list[0], at, 'void *', callback)
  return { mend: () => koffi.encode(list[0], at, 'void *', pointer) }
}
