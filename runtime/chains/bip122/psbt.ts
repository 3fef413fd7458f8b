/** Checks a PSBT's structure and the fields that the BIPs define. It does not verify signatures; the signer does. */
import { createReader, fits, type Reader } from './psbtBytes.ts'
import {
  type Fields,
  GLOBAL,
  INPUT,
  INPUT_COUNT,
  OUTPUT,
  OUTPUT_COUNT,
  type PsbtVersion,
  readTransaction,
  SIGHASH_TYPE,
  UNSIGNED_TX,
  VERSION,
} from './psbtFields.ts'

const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff]

/** Whether the bytes are exactly one PSBT of BIP-174 (version 0) or BIP-370 (version 2), with nothing after it. */
export const isPsbt = (bytes: Uint8Array): boolean =>
  fits(bytes, (reader) => {
    if (!MAGIC.every((byte) => byte === reader.number(1))) return false
    const global = readMap(reader)
    const version = global && versionOf(global)
    if (!global || version === undefined || !isSound(global, GLOBAL, version)) return false
    const counts = countsOf(global, version)
    if (!counts) return false
    for (const [count, fields] of [
      [counts.inputs, INPUT],
      [counts.outputs, OUTPUT],
    ] as const)
      for (let done = 0; done < count; done++) if (!isSound(readMap(reader), fields, version)) return false
    return true
  })

/** Each input's own signature hash type; `undefined` for an input that names none. The bytes must be a PSBT. */
export function sighashTypesOf(bytes: Uint8Array): (number | undefined)[] {
  const reader = createReader(bytes)
  reader.take(MAGIC.length)
  const global = readMap(reader)
  const { inputs = 0 } = (global && countsOf(global, versionOf(global) ?? 0)) ?? {}
  return Array.from({ length: inputs }, () => {
    const value = readMap(reader)?.get(`${SIGHASH_TYPE}`)?.value
    return value && createReader(value).number(4)
  })
}

/** Entries by key: the key's bytes joined by commas, so that a key without key data is its type number. */
type KeyMap = ReadonlyMap<string, { type: number; data: Uint8Array; value: Uint8Array }>

/** Reads entries up to the empty key that ends a map; `undefined` if a key occurs twice. */
function readMap(reader: Reader): KeyMap | undefined {
  const map = new Map<string, { type: number; data: Uint8Array; value: Uint8Array }>()
  for (;;) {
    const key = reader.sized()
    if (!key.length) return map
    const keyReader = createReader(key)
    const type = keyReader.size()
    const name = key.join()
    if (map.has(name)) return undefined
    map.set(name, { type, data: keyReader.rest(), value: reader.sized() })
  }
}

/** The version field, 0 if the map has none; `undefined` for an unknown version. */
function versionOf(global: KeyMap): PsbtVersion | undefined {
  const value = global.get(`${VERSION}`)?.value
  if (!value) return 0
  const version = value.length === 4 ? createReader(value).number(4) : undefined
  return version === 0 || version === 2 ? version : undefined
}

function countsOf(global: KeyMap, version: PsbtVersion) {
  const valueOf = (type: number) => global.get(`${type}`)?.value ?? new Uint8Array()
  if (version === 0) return readTransaction(valueOf(UNSIGNED_TX), false)
  const [inputs, outputs] = [INPUT_COUNT, OUTPUT_COUNT].map((type) => createReader(valueOf(type)).size())
  return { inputs: inputs ?? 0, outputs: outputs ?? 0 }
}

/**
 * Whether each entry of a listed field has the key and value that the field defines, and no required one is missing.
 */
function isSound(map: KeyMap | undefined, fields: Fields, version: PsbtVersion): boolean {
  if (!map) return false
  for (const { type, data, value } of map.values()) {
    const field = fields[type]
    if (!field) continue
    if (field.only !== undefined && field.only !== version) return false
    if (!(field.key ? field.key(data) : data.length === 0)) return false
    if (field.value && !field.value(value)) return false
  }
  return Object.entries(fields).every(
    ([type, { required, only }]) => !required || only !== version || map.has(`${type}`),
  )
}
