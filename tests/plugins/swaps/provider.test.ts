import createApi from '../../../plugins/swaps/api.ts'
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
    provider: createApi(api)('unit'),
    chainId: 'eip155:31337',
    unknownChainId: 'eip155:1',
    account: accounts[0]?.address ?? '',
    native: `eip155:31337:0x${'e'.repeat(40)}`,
    token: of('DAI'),
    worthless: of('CLAIM'),
    routers: [exchange.router.toLowerCase()],
  }
})
