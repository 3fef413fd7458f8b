import type { Adapter } from 'walletkit'
import { keyOf } from './address.ts'
import { toProvider } from './provider.ts'

const adapter: Adapter = {
  namespace: 'harbor',
  isAddress: (text) => keyOf(text) !== undefined,
  signMessage: async (_kit, provider, address, message) => {
    const signature = await toProvider(provider).signMessage(message, address)
    if (typeof signature !== 'string' || !/^[\da-f]{128}$/.test(signature)) throw new Error('The wallet did not sign')
    return signature
  },
}
export default adapter
