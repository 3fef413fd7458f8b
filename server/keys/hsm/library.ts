/**
 * Calls the PKCS #11 library of an HSM (OASIS, PKCS #11 v2.40 and v3.0). Calls to the HSM run in Node's thread pool,
 * because an HSM in the network may take long to answer.
 */
import { endianness } from 'node:os'
import type { KoffiFunc, LibraryHandle } from 'koffi'
import { checkReturned, HsmError } from './failure.ts'
import {
  type AddressOf,
  type Attribute,
  gcmOf,
  initializeArguments,
  readWord,
  templateOf,
  TOKEN_INFO,
  type TokenInfo,
  tokenInfoOf,
  WORD,
} from './structures.ts'

/** The places of the functions in CK_FUNCTION_LIST, and the types of their parameters. All return a CK_RV. */
const FUNCTIONS = {
  C_Initialize: [0, 'void *'],
  C_GetSlotList: [4, 'uint8_t', 'void *', 'void *'],
  C_GetTokenInfo: [6, 'ulong', 'void *'],
  C_OpenSession: [12, 'ulong', 'ulong', 'void *', 'void *', 'void *'],
  C_CloseSession: [13, 'ulong'],
  C_Login: [18, 'ulong', 'ulong', 'void *', 'ulong'],
  C_GetAttributeValue: [24, 'ulong', 'ulong', 'void *', 'ulong'],
  C_FindObjectsInit: [26, 'ulong', 'void *', 'ulong'],
  C_FindObjects: [27, 'ulong', 'void *', 'ulong', 'void *'],
  C_FindObjectsFinal: [28, 'ulong'],
  C_EncryptInit: [29, 'ulong', 'void *', 'ulong'],
  C_Encrypt: [30, 'ulong', 'void *', 'ulong', 'void *', 'void *'],
  C_DecryptInit: [33, 'ulong', 'void *', 'ulong'],
  C_Decrypt: [34, 'ulong', 'void *', 'ulong', 'void *', 'void *'],
} as const
type Name = keyof typeof FUNCTIONS

/** CKR_USER_ALREADY_LOGGED_IN, and CKR_CRYPTOKI_ALREADY_INITIALIZED. */
const [LOGGED_IN, INITIALIZED] = [0x100, 0x191]
/** CKR_ATTRIBUTE_TYPE_INVALID. */
const NO_ATTRIBUTE = 0x12
const [SERIAL_SESSION, USER] = [4, 1]
const MOST_SLOTS = 256
/** Bytes that an output buffer has more than the input: room for the tag of AES-GCM. */
const LONGER = 64

type CFunction = KoffiFunc<(...args: unknown[]) => number | bigint>

/** The handle of a session, of a slot, or of a key. */
export type Handle = bigint

/** Every function rejects with an HsmError if the HSM refuses. */
export type Cryptoki = {
  slots: () => Promise<Handle[]>
  tokenInfo: (slot: Handle) => Promise<TokenInfo>
  openSession: (slot: Handle) => Promise<Handle>
  closeSession: (session: Handle) => Promise<void>
  login: (session: Handle, pin: string) => Promise<void>
  /** At most two handles: the caller needs to know whether there is exactly one. */
  find: (session: Handle, template: readonly Attribute[]) => Promise<Handle[]>
  /** The value of an attribute of up to 8 bytes; undefined if the HSM does not know the attribute. */
  attribute: (session: Handle, object: Handle, type: number) => Promise<Buffer | undefined>
  /**
   * Encrypts with AES-GCM. If the HSM makes nonces of its own, it overwrites `iv`.
   * @returns the ciphertext with the tag after it
   */
  encrypt: (session: Handle, key: Handle, how: { iv: Buffer; associated: Buffer }, plain: Buffer) => Promise<Buffer>
  decrypt: (session: Handle, key: Handle, how: { iv: Buffer; associated: Buffer }, sealed: Buffer) => Promise<Buffer>
}

async function loadKoffi() {
  try {
    return (await import('koffi')).default
  } catch (cause) {
    const advice = 'An HSM needs the package koffi beside walletkit-server: npm install koffi@3'
    throw new HsmError(advice, undefined, false, { cause })
  }
}

function refuseMachine(): void {
  const is64 = ['x64', 'arm64', 'riscv64', 'loong64'].includes(process.arch)
  if (process.platform === 'win32' || endianness() !== 'LE' || !is64)
    throw new HsmError('An HSM works on 64-bit Linux and macOS only')
}

/**
 * Loads and starts the PKCS #11 library at a path.
 * @throws HsmError if the library cannot be loaded or started
 */
export async function loadLibrary(path: string): Promise<Cryptoki> {
  refuseMachine()
  const koffi = await loadKoffi()
  const addressOf: AddressOf = (bytes) => koffi.address(bytes)
  let library: LibraryHandle
  try {
    // Node contains an OpenSSL. Without `deep`, the HSM's library would call that one instead of the one that it was
    // made for.
    library = koffi.load(path, { deep: true })
  } catch {
    throw new HsmError(`The PKCS #11 library ${path} cannot be loaded: check its path, and that it is for this machine`)
  }
  const list: unknown[] = [null]
  const getList = library.func('C_GetFunctionList', 'ulong', [koffi.out(koffi.pointer('void *'))]) as CFunction
  checkReturned('list its functions', Number(getList(list)))
  const functions = new Map(
    Object.entries(FUNCTIONS).map(([name, [place, ...types]]) => {
      // CK_FUNCTION_LIST begins with the version, which takes the room of a pointer. The functions follow it.
      const pointer = koffi.decode(list[0], WORD + place * WORD, 'void *') as unknown
      return [name, koffi.decode(pointer, koffi.proto('ulong', types)) as CFunction]
    }),
  )
  /**
   * What the garbage collector must not free: buffers of calls in progress, of which C code has the addresses, and the
   * library itself, which would be unloaded under the functions that were found in it by their addresses.
   */
  const used = new Set<readonly unknown[]>([[library, getList]])

  async function call(
    name: Name,
    does: string,
    args: readonly unknown[],
    allowed?: readonly number[],
  ): Promise<number> {
    used.add(args)
    try {
      const code = await new Promise<number>((resolve, reject) => {
        functions
          .get(name)
          ?.async(...args, (error: unknown, result) =>
            error instanceof Error ? reject(error) : resolve(Number(result)),
          )
      })
      checkReturned(does, code, allowed)
      return code
    } finally {
      used.delete(args)
    }
  }
  await call('C_Initialize', 'start', [initializeArguments()], [INITIALIZED])
  return cryptokiOf(call, addressOf, used)
}

type Call = (name: Name, does: string, args: readonly unknown[], allowed?: readonly number[]) => Promise<number>

function cryptokiOf(call: Call, addressOf: AddressOf, used: Set<readonly unknown[]>): Cryptoki {
  /** Keeps buffers until `work` has ended, because a structure has their addresses. */
  const keeping = async <T>(buffers: readonly Buffer[], work: () => Promise<T>): Promise<T> => {
    used.add(buffers)
    try {
      return await work()
    } finally {
      used.delete(buffers)
    }
  }
  const crypt =
    (verb: 'Encrypt' | 'Decrypt'): Cryptoki['encrypt'] =>
    (session, key, { iv, associated }, input) => {
      const { mechanism, parameters } = gcmOf(iv, associated, addressOf)
      return keeping([iv, associated, parameters], async () => {
        const does = verb.toLowerCase()
        await call(`C_${verb}Init`, does, [session, mechanism, key])
        const [output, length] = [Buffer.alloc(input.length + LONGER), Buffer.alloc(WORD)]
        length.writeBigUInt64LE(BigInt(output.length))
        await call(`C_${verb}`, does, [session, input, input.length, output, length])
        return output.subarray(0, Number(readWord(length)))
      })
    }

  return {
    async slots() {
      const [found, count] = [Buffer.alloc(MOST_SLOTS * WORD), Buffer.alloc(WORD)]
      count.writeBigUInt64LE(BigInt(MOST_SLOTS))
      await call('C_GetSlotList', 'list its slots', [1, found, count])
      return Array.from({ length: Number(readWord(count)) }, (_, at) => readWord(found, at * WORD))
    },
    async tokenInfo(slot) {
      const info = Buffer.alloc(TOKEN_INFO)
      await call('C_GetTokenInfo', 'tell what its token is', [slot, info])
      return tokenInfoOf(info)
    },
    async openSession(slot) {
      const session = Buffer.alloc(WORD)
      await call('C_OpenSession', 'open a session', [slot, SERIAL_SESSION, null, null, session])
      return readWord(session)
    },
    async closeSession(session) {
      await call('C_CloseSession', 'close a session', [session])
    },
    async login(session, pin) {
      // `Buffer.alloc` gives memory of its own; `Buffer.from` would put the PIN into memory that Node shares among
      // buffers.
      const bytes = Buffer.alloc(Buffer.byteLength(pin))
      bytes.write(pin)
      try {
        await call('C_Login', 'log in', [session, USER, bytes, bytes.length], [LOGGED_IN])
      } finally {
        bytes.fill(0)
      }
    },
    find(session, attributes) {
      const template = templateOf(attributes, addressOf)
      const values = attributes.map(({ value }) => value)
      return keeping(values, async () => {
        await call('C_FindObjectsInit', 'look for a key', [session, template, attributes.length])
        const [found, count] = [Buffer.alloc(2 * WORD), Buffer.alloc(WORD)]
        try {
          await call('C_FindObjects', 'look for a key', [session, found, 2, count])
        } finally {
          // A search that is not ended occupies its session for ever. If it cannot be ended, the next call says so.
          await call('C_FindObjectsFinal', 'look for a key', [session]).catch(() => undefined)
        }
        return Array.from({ length: Number(readWord(count)) }, (_, at) => readWord(found, at * WORD))
      })
    },
    async attribute(session, object, type) {
      const value = Buffer.alloc(WORD)
      const template = templateOf([{ type, value }], addressOf)
      return keeping([value], async () => {
        const args = [session, object, template, 1]
        if ((await call('C_GetAttributeValue', 'tell what the key is', args, [NO_ATTRIBUTE])) !== 0) return undefined
        return value.subarray(0, Number(readWord(template, 2 * WORD)))
      })
    },
    encrypt: crypt('Encrypt'),
    decrypt: crypt('Decrypt'),
  }
}
