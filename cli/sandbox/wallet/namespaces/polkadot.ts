import { ed25519 } from '@noble/curves/ed25519'
import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { exposedAddress, fieldsOf, referenceOf, textOf, unsupported, type Asked, type Namespace } from '../namespace.ts'
import { testSeeds } from './keys.ts'

const accounts = testSeeds('polkadot').map((seed) => ({ seed, key: ed25519.getPublicKey(seed) }))

/** Address prefixes by the start of a chain's genesis hash; 42 is the one that fits all. */
const prefixes: Record<string, number> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  b0a8d493285c2df73290dfb7e61f870f: 2,
}

/** An address as Substrate chains write it (SS58), for prefixes below 64. */
export function ss58(key: Uint8Array, prefix: number): string {
  const body = concatBytes(Uint8Array.of(prefix), key)
  const check = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 })
  return base58.encode(concatBytes(body, check.subarray(0, 2)))
}

const addresses = (chainId: string) => accounts.map(({ key }) => ss58(key, prefixes[referenceOf(chainId)] ?? 42))

function parse({ method, params, chainId, exposed }: Asked) {
  if (method !== 'polkadot_signMessage') throw unsupported(method)
  const fields = fieldsOf(params)
  const address = exposedAddress(textOf(fields, 'address'), exposed)
  return { account: accounts[addresses(chainId).indexOf(address)], address, message: textOf(fields, 'message') }
}

/** ed25519 accounts (one of the three kinds that these chains know); messages are signed as they are given. */
export const polkadot: Namespace = {
  id: 'polkadot',
  methods: ['polkadot_signMessage'],
  events: ['chainChanged', 'accountsChanged'],
  serves: (chainId) => /^polkadot:[0-9a-f]{32}$/.test(chainId),
  addresses,
  describe(asked) {
    const { address, message } = parse(asked)
    const account = { label: 'Account', value: address }
    return { title: 'Sign a message', fields: [account, { label: 'Message', value: message }] }
  },
  async sign(asked) {
    const { account, message } = parse(asked)
    const signature = ed25519.sign(utf8ToBytes(message), account?.seed ?? new Uint8Array())
    return { signature: `0x${bytesToHex(signature)}` }
  },
}
