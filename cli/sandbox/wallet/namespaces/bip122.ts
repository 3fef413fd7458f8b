import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { bech32 } from '@scure/base'
import { fieldsOf, invalid, namedAddress, referenceOf, textOf, unsupported } from '../namespace.ts'
import type { Asked, Namespace } from '../namespace.ts'
import { testSeeds } from './keys.ts'

const accounts = testSeeds('bip122').map((seed) => ({ seed, key: secp256k1.getPublicKey(seed, true) }))

/** How addresses start, by the start of a chain's genesis hash; other chains are taken for test chains. */
const starts: Record<string, string> = {
  '000000000019d6689c085ae165831e93': 'bc',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt',
}

/** A pay-to-witness-public-key-hash address (BIP-141, BIP-173). */
const segwit = (key: Uint8Array, start: string): string =>
  bech32.encode(start, [0, ...bech32.toWords(ripemd160(sha256(key)))])

const addresses = (chainId: string) => accounts.map(({ key }) => segwit(key, starts[referenceOf(chainId)] ?? 'tb'))

/** A length as Bitcoin writes it. */
function compactSize(length: number): Uint8Array {
  if (length < 253) return Uint8Array.of(length)
  return Uint8Array.of(253, length & 255, (length >> 8) & 255)
}

/** The hash that a signed message commits to: twice SHA-256 of the message behind its well-known opening. */
export function messageHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  if (bytes.length > 65_535) throw invalid('The message is too long')
  const opening = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  return sha256(sha256(concatBytes(opening, compactSize(bytes.length), bytes)))
}

function parse({ method, params, chainId, exposed }: Asked) {
  const fields = fieldsOf(params)
  const address = namedAddress(fields, ['address', 'account'], exposed)
  if (method === 'getAccountAddresses') return { address, message: '' }
  if (method !== 'signMessage') throw unsupported(method)
  if ((fields['protocol'] ?? 'ecdsa') !== 'ecdsa') throw invalid('The sandbox wallet signs messages with ecdsa only')
  return { address, message: textOf(fields, 'message'), account: accounts[addresses(chainId).indexOf(address)] }
}

/** Segwit accounts; messages are signed with ECDSA, in the recoverable form of BIP-137, answered in hex. */
export const bip122: Namespace = {
  id: 'bip122',
  methods: ['signMessage', 'getAccountAddresses'],
  events: ['bip122_addressesChanged', 'chainChanged', 'accountsChanged'],
  serves: (chainId) => /^bip122:[0-9a-f]{32}$/.test(chainId),
  addresses,
  describe(asked) {
    const { address, message } = parse(asked)
    const account = { label: 'Account', value: address }
    if (asked.method === 'getAccountAddresses') return { title: 'Show addresses', fields: [account] }
    return { title: 'Sign a message', fields: [account, { label: 'Message', value: message }] }
  },
  async sign(asked) {
    const { address, message, account } = parse(asked)
    if (asked.method === 'getAccountAddresses') {
      return asked.exposed.map((each) => {
        const key = accounts[addresses(asked.chainId).indexOf(each)]?.key ?? new Uint8Array()
        return { address: each, publicKey: bytesToHex(key), intention: 'payment' }
      })
    }
    const hash = messageHash(message)
    const signed = secp256k1.sign(hash, account?.seed ?? new Uint8Array())
    // BIP-137: 39 and up say that the address is a segwit one.
    const signature = concatBytes(Uint8Array.of(39 + signed.recovery), signed.toCompactRawBytes())
    return { address, signature: bytesToHex(signature), messageHash: bytesToHex(hash) }
  },
}
