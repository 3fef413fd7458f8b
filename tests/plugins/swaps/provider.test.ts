import { expect, it, onTestFinished } from 'vitest'
import createApi from '../../../plugins/swaps/api.ts'
import type { SwapController } from '../../../plugins/swaps/controller.ts'
import manifest from '../../../plugins/swaps/index.ts'
import type { SwapProvider } from '../../../plugins/swaps/provider.ts'
import { createWalletKit, kitOf } from '../../../runtime/kit/walletKit.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { setUp } from '../../../runtime/host/setUp.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { describeProvider } from './conformance.ts'

const sandbox = useSandbox()

describeProvider('the blockchain API', () => {
  const { accounts, tokens, exchange } = sandbox()
  const kit = makeKit(sandboxConfig(sandbox()))
  const api = blockchainApi(kit)
  if (!api) throw new Error('The config names the service')
  const of = (symbol: string) => {
    const found = tokens.find((each) => each.symbol === symbol && each.chainId === 31337)
    return `eip155:31337:${found?.address}`
  }
  return {
    provider: createApi(api)(() => 'unit'),
    chainId: 'eip155:31337',
    unknownChainId: 'eip155:1',
    account: accounts[0]?.address ?? '',
    native: `eip155:31337:0x${'e'.repeat(40)}`,
    token: of('DAI'),
    worthless: of('CLAIM'),
    routers: [exchange.router.toLowerCase()],
  }
})

const none = () => Promise.reject(new Error('none'))
const others = { tokens: none, quote: none, allowance: none, buildApproval: none, buildSwap: none }
const object: SwapProvider = {
  ...others,
  gasPrice: () => Promise.resolve(7n),
  prices: ([address = '']) => Promise.resolve([{ address, price: 3 }]),
}
/** A provider whose methods read a private field, which a copy or a proxy of the instance does not have. */
class Exchange {
  readonly #price = 3
  gasPrice() {
    return Promise.resolve(BigInt(this.#price + 4))
  }
  prices([address = '']: readonly string[]) {
    return Promise.resolve([{ address, price: this.#price }])
  }
}

it.each<[string, SwapProvider]>([
  ['an object', object],
  ['an instance of a class', Object.assign(new Exchange(), others)],
])('a provider passed in code is the one that receives the requests: %s', async (_kind, provider) => {
  const instance = (swaps: object) =>
    createWalletKit({ config: { features: { swaps } }, chains: [], plugins: [manifest] })
  const later = instance({ slippage: 1 })
  later.updateFeatures({ swaps: { slippage: 2, provider } })
  for (const kit of [instance({ slippage: 2, provider }), later].map(kitOf)) {
    onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
    const made = await setUp(kit, manifest, createPluginKit(kit, manifest))
    const { isSetUp, options } = made as Pick<SwapController, 'isSetUp' | 'options'>
    expect([isSetUp, options.slippage]).toEqual([true, 2])
    expect(await options.provider?.gasPrice('eip155:1')).toBe(7n)
    expect(await options.provider?.prices(['a'])).toEqual([{ address: 'a', price: 3 }])
  }
})
