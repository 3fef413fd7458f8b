import { polkadotAddress, signPolkadotPayload, signPolkadotRaw } from '../../../runtime/test/sign/polkadot.ts'
import { encodePayload } from '../../../runtime/test/sign/polkadotPayload.ts'
import {
  exposedAddress,
  fieldsOf,
  invalid,
  referenceOf,
  textOf,
  unsupported,
  type Asked,
  type Fields,
  type Namespace,
} from '../namespace.ts'
import { testSeeds } from './keys.ts'

/** The SS58 address prefixes of chains, by the start of the genesis hash. Other chains get the generic prefix, 42. */
const prefixes: Record<string, number> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  b0a8d493285c2df73290dfb7e61f870f: 2,
}

const seeds = testSeeds('polkadot')
const addresses = (chainId: string) => seeds.map((seed) => polkadotAddress(seed, prefixes[referenceOf(chainId)] ?? 42))

/** A parsed request. */
type Task = { seed: Uint8Array; address: string } & (
  { does: 'message'; message: string } | { does: 'transaction'; payload: Fields }
)

function parse({ method, params, chainId, exposed }: Asked): Task {
  const fields = fieldsOf(params)
  const address = exposedAddress(textOf(fields, 'address'), exposed)
  const seed = seeds[addresses(chainId).indexOf(address)]
  if (!seed) throw invalid(`${address} is not an address of ${chainId}`)
  switch (method) {
    case 'polkadot_signMessage':
      return { seed, address, does: 'message', message: textOf(fields, 'message') }
    case 'polkadot_signTransaction': {
      const payload = fieldsOf(fields['transactionPayload'])
      // Reject a payload that cannot be signed before asking the person.
      encodePayload(payload, referenceOf(chainId))
      return { seed, address, does: 'transaction', payload }
    }
    default:
      throw unsupported(method)
  }
}

const shownOf = (task: Task) =>
  task.does === 'message'
    ? [{ label: 'Message', value: task.message }]
    : ['method', 'nonce', 'tip'].map((name) => ({ label: name, value: String(task.payload[name]) }))

/**
 * sr25519 accounts. A message is signed between `<Bytes>` and `</Bytes>`, so that it cannot be a transaction.
 * Transactions are signed but not sent, because the sandbox has no Polkadot node.
 */
export const polkadot: Namespace = {
  id: 'polkadot',
  methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
  events: ['chainChanged', 'accountsChanged'],
  serves: (chainId) => /^polkadot:[0-9a-f]{32}$/.test(chainId),
  addresses,
  describe(asked) {
    const task = parse(asked)
    const title = task.does === 'message' ? 'Sign a message' : 'Sign a transaction'
    return { title, fields: [{ label: 'Account', value: task.address }, ...shownOf(task)] }
  },
  async sign(asked) {
    const task = parse(asked)
    if (task.does === 'message') return { signature: signPolkadotRaw(task.seed, task.message) }
    return { id: 1, signature: signPolkadotPayload(task.seed, task.payload, referenceOf(asked.chainId)) }
  },
}
