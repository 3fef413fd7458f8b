import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { sign } from '@scure/sr25519'
import {
  exposedAddress,
  fieldsOf,
  invalid,
  referenceOf,
  textOf,
  unsupported,
  type Asked,
  type Namespace,
} from '../namespace.ts'
import { polkadotKeys } from './polkadotKeys.ts'
import { payloadBytes } from './polkadotPayload.ts'
import { ss58 } from './ss58.ts'

/** Address prefixes by the start of a chain's genesis hash; 42 is the one that fits all. */
const prefixes: Record<string, number> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  b0a8d493285c2df73290dfb7e61f870f: 2,
}

const addresses = (chainId: string) =>
  polkadotKeys.map(({ publicKey }) => ss58(publicKey, prefixes[referenceOf(chainId)] ?? 42))

/** Hex is taken for the bytes that it spells, as wallets do. */
const bytesOf = (message: string) =>
  /^0x([0-9a-fA-F]{2})*$/.test(message) ? hexToBytes(message.slice(2)) : utf8ToBytes(message)

/** A message as wallets sign it: between marks, so that it can be no transaction. */
export function wrapped(message: string): Uint8Array {
  const bytes = bytesOf(message)
  const text = new TextDecoder().decode(bytes)
  if (text.startsWith('<Bytes>') && text.endsWith('</Bytes>')) return bytes
  return concatBytes(utf8ToBytes('<Bytes>'), bytes, utf8ToBytes('</Bytes>'))
}

type Task = {
  account: (typeof polkadotKeys)[number]
  address: string
  shown: { label: string; value: string }[]
  bytes: Uint8Array
}

function parse({ method, params, chainId, exposed }: Asked): Task {
  const fields = fieldsOf(params)
  const address = exposedAddress(textOf(fields, 'address'), exposed)
  const account = polkadotKeys[addresses(chainId).indexOf(address)]
  if (!account) throw invalid(`${address} is no address of ${chainId}`)
  switch (method) {
    case 'polkadot_signMessage': {
      const message = textOf(fields, 'message')
      return { account, address, shown: [{ label: 'Message', value: message }], bytes: wrapped(message) }
    }
    case 'polkadot_signTransaction': {
      const payload = fieldsOf(fields['transactionPayload'])
      const bytes = payloadBytes(payload)
      const genesis = textOf(payload, 'genesisHash').replace(/^0x/, '')
      if (!genesis.startsWith(referenceOf(chainId))) throw invalid(`The transaction is not one of ${chainId}`)
      const shown = ['method', 'nonce', 'tip'].map((name) => ({ label: name, value: String(payload[name]) }))
      return { account, address, shown, bytes }
    }
    default:
      throw unsupported(method)
  }
}

/** The kind of a signature, as chains want it before the signature of a transaction. */
const sr25519Kind = Uint8Array.of(1)

/** sr25519 accounts. Messages are wrapped; transactions are signed from their payload, and not sent: there is no node. */
export const polkadot: Namespace = {
  id: 'polkadot',
  methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
  events: ['chainChanged', 'accountsChanged'],
  serves: (chainId) => /^polkadot:[0-9a-f]{32}$/.test(chainId),
  addresses,
  describe(asked) {
    const { address, shown } = parse(asked)
    const title = asked.method === 'polkadot_signMessage' ? 'Sign a message' : 'Sign a transaction'
    return { title, fields: [{ label: 'Account', value: address }, ...shown] }
  },
  async sign(asked) {
    const { account, bytes } = parse(asked)
    const signature = sign(account.secret, bytes)
    if (asked.method === 'polkadot_signMessage') return { signature: `0x${bytesToHex(signature)}` }
    return { id: 1, signature: `0x${bytesToHex(concatBytes(sr25519Kind, signature))}` }
  },
}
