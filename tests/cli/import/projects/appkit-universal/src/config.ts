import { mainnet, type AppKitNetwork } from '@reown/appkit/networks'
import { UniversalConnector } from '@reown/appkit-universal-connector'

const projectId = 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd'
const sui = {
  id: 784,
  chainNamespace: 'sui' as const,
  caipNetworkId: 'sui:mainnet',
  name: 'Sui',
  nativeCurrency: { name: 'SUI', symbol: 'SUI', decimals: 9 },
  rpcUrls: { default: { http: ['https://sui.example'] } },
}

let connector: UniversalConnector | undefined
export async function getConnector() {
  connector ??= await UniversalConnector.init({
    projectId,
    metadata: { name: 'Universal', description: 'Universal', url: 'https://universal.example', icons: [] },
    networks: [
      { namespace: 'eip155', chains: [mainnet as AppKitNetwork], methods: ['personal_sign'], events: ['chainChanged'] },
      { namespace: 'sui', chains: [sui], methods: ['sui_signPersonalMessage'], events: [] },
    ],
  })
  return connector
}
