/** Wallets that know Solana's networks only by the ids that they had before. */
import { expect, it } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import type { SolanaProvider } from '../../../runtime/chains/solana/index.ts'
import { parseNamespaces } from '../../../runtime/remote/session.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { solana as mainnet } from '../../support/kit.ts'
import { useRemote } from '../../support/remote.ts'

const { page, wallet, connected, sandbox } = useRemote()
const OLD = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const NOW = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

it('a session on the older id is one on the page’s network, and its requests name the older id', async () => {
  const networks = [...(await page()).kit.state.networks.eip155.requestedCaipNetworks, mainnet()]
  const at = await page(undefined, {}, { networks }, [eip155, solana])
  const remote = await wallet({ policy: 'approve' })
  await connected(at, remote)
  const [session] = Object.values(remote.client.getActiveSessions())
  const address = sandbox().solana.accounts[0]?.address ?? ''
  const given = session?.namespaces['solana']
  const { methods = [], events = [] } = given ?? {}
  expect(given?.chains).toEqual([NOW, OLD])
  const old = { chains: [OLD], accounts: [`${OLD}:${address}`], methods, events }
  await remote.update(undefined, { ...session?.namespaces, solana: old })
  const held = () => connectionOf(at.kit, 'solana')
  await expect.poll(() => held()?.session.approvedCaipNetworkIds).toEqual([NOW])
  expect(at.kit.state.networks.solana.caipNetwork?.caipNetworkId).toBe(NOW)
  expect(at.kit.state.accounts.solana.caipAddress).toBe(`${NOW}:${address}`)
  remote.setPolicy('ask')
  const signed = (held()?.provider as SolanaProvider).signMessage(new TextEncoder().encode('Hi'))
  expect(await remote.next()).toMatchObject({ chainId: OLD })
  await remote.approve()
  expect(await signed).toHaveLength(64)
})

it('a network that a wallet approved by both ids is one network', () => {
  const accounts = [`${OLD}:abc`, `${NOW}:abc`]
  expect(parseNamespaces({ solana: { accounts, methods: [] } }).solana).toEqual({
    accounts: ['abc'],
    networks: [NOW],
    accountsOn: { [NOW]: ['abc'] },
    methods: [],
  })
})
