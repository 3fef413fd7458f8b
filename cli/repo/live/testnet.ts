/**
 * Checks a public node of a testnet: the network's client confirms the chain id, and reads a balance and a gas price.
 */
import { type Check, PREFIX } from './check.ts'
import { ADDRESS, liveKit, networkOf, readQuantity } from './liveKit.ts'

const URL_KEY = `${PREFIX}TESTNET_RPC`
/** Sepolia, unless the environment names another network. */
const CHAIN_KEY = `${PREFIX}TESTNET_CHAIN`
const SEPOLIA = 'eip155:11155111'

export const testnet: Check = {
  name: 'testnet',
  needs: [URL_KEY],
  run: async (keys) => {
    const network = networkOf(keys[CHAIN_KEY] || SEPOLIA, [keys[URL_KEY] ?? ''])
    const kit = liveKit(keys, network, {})
    await readQuantity(kit, network, 'eth_getBalance', [ADDRESS, 'latest'])
    if ((await readQuantity(kit, network, 'eth_gasPrice', [])) === 0n) throw new Error('The node names no gas price')
  },
}
