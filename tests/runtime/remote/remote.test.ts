import { expect, it } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { remoteConnectors } from '../../../runtime/contracts/remote.ts'
import { makeKit, network, solana } from '../../support/kit.ts'
import { remotePart } from '../../support/remote.ts'

const services = { relay: 'ws://127.0.0.1:9' }

it('is named "WalletConnect" on every namespace that the page serves [S3.cname.02]', () => {
  const { parts } = remotePart()
  const kit = makeKit({ networks: [network(1), solana()], services }, { parts })
  expect(remoteConnectors(kit).map(({ name, chain }) => [name, chain])).toEqual([['WalletConnect', 'eip155']])
  const basic = makeKit({ networks: [network(1), solana()], services, basic: true }, { parts })
  expect(remoteConnectors(basic).map(({ name, chain }) => [name, chain])).toEqual([
    ['WalletConnect', 'eip155'],
    ['WalletConnect', 'solana'],
  ])
})

it('exists only with a relay, the relay module and the site’s permission', () => {
  const { parts } = remotePart()
  const count = (config: object, own = parts) =>
    remoteConnectors(makeKit(config, { parts: own, chains: [eip155] })).length
  expect([
    count({ services }),
    count({}),
    count({ services }, {}),
    count({ services, enableWalletConnect: false }),
  ]).toEqual([1, 0, 0, 0])
})
