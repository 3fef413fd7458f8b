import eip155 from '../../../../runtime/chains/eip155/index.ts'
import { wholeKit } from '../../../support/kit.ts'
import type { CaipNetwork } from '../../../../runtime/contracts/network.ts'
import type { Config } from '../../../../runtime/contracts/config.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import type { TestWallet } from '../../../../runtime/test/index.ts'

export const networkOf = (id: number, rpcUrl: string, name = `Chain ${id}`): CaipNetwork => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] }, chainDefault: { http: [rpcUrl] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
})

export const kitOf = (config: Config = {}) => wholeKit({ config: { projectId: 'P', ...config }, chains: [eip155] })

export const connectorOf = (provider: unknown): Connector => ({
  id: 'org.walletkit.test',
  name: 'Test wallet',
  type: 'ANNOUNCED',
  chain: 'eip155',
  chains: [],
  provider,
  driver: () => import('../../../../runtime/chains/eip155/driver.ts'),
})

export const methodsOf = (wallet: TestWallet) => wallet.requests.map(({ method }) => method)
