/** Converts Bitcoin addresses of regtest to output scripts, and back (BIP-13, BIP-173, BIP-350). */
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes } from '@noble/hashes/utils'
import { bech32, bech32m, createBase58check } from '@scure/base'

const start = 'bcrt'
const base58check = createBase58check(sha256)
const keyHashVersion = 111
const scriptHashVersion = 196

const push = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes)

/** The script of an output to this address, or undefined when it is not an address of this network. */
export function scriptOf(address: string): Uint8Array | undefined {
  return segwitScript(address) ?? base58Script(address)
}

function segwitScript(address: string): Uint8Array | undefined {
  for (const [kind, form] of [bech32, bech32m].entries()) {
    const decoded = form.decodeUnsafe(address)
    const [version = -1, ...words] = decoded?.words ?? []
    if (decoded?.prefix !== start || version < 0 || version > 16 || version > 0 !== (kind === 1)) continue
    const program = form.fromWordsUnsafe(words)
    if (!program || program.length < 2 || program.length > 40) return undefined
    if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
    return concatBytes(Uint8Array.of(version && 80 + version), push(Uint8Array.from(program)))
  }
  return undefined
}

function base58Script(address: string): Uint8Array | undefined {
  try {
    const [version, ...hash] = base58check.decode(address)
    if (hash.length !== 20) return undefined
    const pushed = push(Uint8Array.from(hash))
    if (version === keyHashVersion) return concatBytes(Uint8Array.of(0x76, 0xa9), pushed, Uint8Array.of(0x88, 0xac))
    if (version === scriptHashVersion) return concatBytes(Uint8Array.of(0xa9), pushed, Uint8Array.of(0x87))
  } catch {
    // Not base58 with a correct checksum, so not an address.
  }
  return undefined
}

/** A script's type, as block explorers name it, and its address if it has one. */
export function describeScript(script: Uint8Array): { type: string; address?: string } {
  const { length } = script
  const [first = -1, second = -1] = script
  const version = first === 0 ? 0 : first - 80
  if (version >= 0 && version <= 16 && length >= 4 && length <= 42 && second === length - 2) {
    const form = version === 0 ? bech32 : bech32m
    const address = form.encode(start, [version, ...form.toWords(script.subarray(2))])
    return {
      type: version === 0 ? (length === 22 ? 'v0_p2wpkh' : 'v0_p2wsh') : version === 1 ? 'v1_p2tr' : 'unknown',
      address,
    }
  }
  const of = (type: string, prefix: number, from: number) => {
    return { type, address: base58check.encode(concatBytes(Uint8Array.of(prefix), script.subarray(from, from + 20))) }
  }
  if (length === 25 && first === 0x76 && second === 0xa9) return of('p2pkh', keyHashVersion, 3)
  if (length === 23 && first === 0xa9) return of('p2sh', scriptHashVersion, 2)
  return { type: first === 0x6a ? 'op_return' : 'unknown' }
}
