import { describe, expect, it } from 'vitest'
import { createWalletKit, type CaipNetwork, type Connector, type Config } from 'walletkit'
import { createMessage, createNonce } from 'walletkit/siwx'
import { createSiwxServer } from 'walletkit/siwx-server'
import adapter from './adapter.ts'
import harbor from './index.ts'
import { createHarborWallet } from './wallet.ts'

const NETWORK: CaipNetwork = {
  id: 'north',
  caipNetworkId: 'harbor:north',
  chainNamespace: 'harbor',
  name: 'North Harbor',
  nativeCurrency: { name: 'Anchor', symbol: 'ANC', decimals: 6 },
  rpcUrls: { default: { http: [] } },
}
const config: Config = { projectId: 'harbor', networks: [NETWORK] }

async function connected() {
  const wallet = await createHarborWallet()
  const connector: Connector = {
    id: 'Harbor Wallet',
    name: 'Harbor Wallet',
    type: 'ANNOUNCED',
    chain: 'harbor',
    chains: [],
    provider: wallet.provider,
    driver: () => import('./driver.ts'),
  }
  const kit = createWalletKit({ config, chains: [harbor] }, { connectors: [connector] })
  await kit.connect(connector.id, 'harbor')
  return { kit, wallet }
}

describe('a family from outside the package', () => {
  it('connects, and the kit shows its account, network and provider', async () => {
    const { kit, wallet } = await connected()
    expect(kit.getAccount('harbor')).toMatchObject({
      address: wallet.address,
      caipAddress: `harbor:north:${wallet.address}`,
      allAccounts: [{ address: wallet.address, type: 'eoa' }],
      status: 'connected',
    })
    expect(kit.getState()).toMatchObject({ activeChain: 'harbor', selectedNetworkId: 'harbor:north' })
    expect(kit.getCaipNetworks().map(({ name }) => name)).toEqual(['North Harbor'])
    // Typed by the declaration in ./index.ts.
    expect(kit.getProvider('harbor')?.name).toBe('Harbor Wallet')
    expect(kit.getIsConnectedState()).toBe(true)
    wallet.share([])
    expect(kit.getAccount('harbor').status).toBe('disconnected')
    kit.destroy()
  })

  it('is added and removed while the page runs', async () => {
    const kit = createWalletKit({ config: {} })
    expect(kit.getCaipNetworks()).toEqual([])
    await kit.addAdapter(harbor)
    await kit.addNetwork(NETWORK)
    expect(kit.getCaipNetwork('harbor')).toEqual(NETWORK)
    expect(kit.getAccount('harbor').status).toBe('disconnected')
    await kit.removeAdapter('harbor')
    await expect(kit.addNetwork(NETWORK)).rejects.toThrow('Chain adapter not found')
    kit.destroy()
  })
})

describe('a network whose family no chain brings', () => {
  it('is an error that names its place in the config and the fix', () => {
    expect(() => createWalletKit({ config })).toThrow('networks[0]: add its chain to chains')
  })
})

describe('sign-in', () => {
  const fields = { domain: 'app.example', uri: 'https://app.example' }
  const message = (accountAddress: string, nonce: string, issuedAt?: string) =>
    createMessage({ accountAddress, chainId: 'harbor:north' }, fields, { nonce, ...(issuedAt && { issuedAt }) })

  it('names the family in the text', async () => {
    const { address } = await createHarborWallet()
    const [first, second] = message(address, createNonce()).toString().split('\n')
    expect(first).toBe('app.example wants you to sign in with your Harbor account:')
    expect(second).toBe(address)
  })

  it('is verified by the server with the family’s own verifier, and not without it', async () => {
    const wallet = await createHarborWallet()
    const attempt = async (families: [typeof harbor] | []) => {
      const server = createSiwxServer({ domain: 'app.example', families })
      const { nonce, issuedAt } = await server.nonce()
      const text = message(wallet.address, nonce, issuedAt).toString()
      const signature = await adapter.signMessage?.(undefined as never, wallet.provider, wallet.address, text)
      return {
        verify: () => server.verify({ message: text, signature }),
        forge: () => server.verify({ message: text, signature: '00'.repeat(64) }),
      }
    }
    const { verify, forge } = await attempt([harbor])
    await expect(forge()).rejects.toMatchObject({ code: 'signature' })
    expect((await verify()).session).toMatchObject({ address: wallet.address, chainId: 'harbor:north' })
    await expect((await attempt([])).verify()).rejects.toMatchObject({ code: 'signature' })
  })
})
