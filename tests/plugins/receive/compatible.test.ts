import { describe, expect, it } from 'vitest'
import manifest from '../../../plugins/receive/index.ts'
import { compatibleNetworks } from '../../../plugins/receive/views/compatible.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { PluginAccount } from '../../../runtime/plugin.ts'
import { makeKit, network, sandboxConfig, solana, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

describe('compatible networks', () => {
  it('are those of the active account’s kind of address, and none of another kind', async () => {
    const config = sandboxConfig(sandbox())
    const kit = makeKit({ ...config, networks: [...(config.networks ?? []), solana()] }, { plugins: [manifest] })
    const { connector } = testConnector(sandbox())
    await connect(kit, connector)
    const pluginKit = createPluginKit(kit, manifest)
    expect(compatibleNetworks(pluginKit).map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'eip155:31337',
      'eip155:31338',
    ])
    // A smart account may not exist on the others.
    kit.state.accounts.eip155.preferredAccountType = 'smartAccount'
    expect(compatibleNetworks(pluginKit).map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:31337'])
    kit.state.networks.activeChain = 'solana'
    expect(compatibleNetworks(pluginKit).map(({ chainNamespace }) => chainNamespace)).toEqual(['solana'])
    kit.teardown.splice(0).forEach((stop) => stop())
  })

  it('of a Bitcoin address are only the active one: those for tests have other addresses', () => {
    const networks = ['000000000019d6689c085ae165831e93', '000000000933ea01ad0ee984209779ba'].map((id) => {
      const caipNetworkId = `bip122:${id}` as const
      return { ...network(1), id: caipNetworkId, caipNetworkId, chainNamespace: 'bip122' as const }
    })
    const account = { namespace: 'bip122', preferredAccountType: 'payment' } as PluginAccount
    const kit = { account: () => account, network: () => networks[0], networks: () => networks }
    expect(compatibleNetworks(kit)).toEqual([networks[0]])
  })

  it('need no permission: the panel only reads', () => {
    expect(manifest).not.toHaveProperty('permissions')
  })
})
