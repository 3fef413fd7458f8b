import bip122 from '../../../../runtime/chains/bip122/index.ts'
import { idOf } from '../../../../runtime/chains/bip122/chains.ts'
import type { CaipNetwork } from '../../../../runtime/contracts/network.ts'
import type { Connector, Driver } from '../../../../runtime/contracts/connector.ts'
import { memoryStorage, wholeKit } from '../../../support/kit.ts'
import type { Word } from './keys.ts'

export const networkOf = (chain: Word): CaipNetwork => ({
  id: idOf(chain).slice('bip122:'.length),
  caipNetworkId: idOf(chain),
  chainNamespace: 'bip122',
  name: `Bitcoin ${chain}`,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
})

export const kitOf = (...chains: Word[]) =>
  wholeKit(
    { config: { projectId: 'P', networks: chains.map(networkOf) }, chains: [bip122] },
    { storage: memoryStorage() },
  )

export const connectorOf = (provider: unknown, driver: Driver): Connector => ({
  id: 'Example',
  name: 'Example',
  type: 'ANNOUNCED',
  chain: 'bip122',
  chains: [],
  provider,
  driver: async () => ({ default: driver }),
})
