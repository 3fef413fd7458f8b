/** The list of connected wallets stays open when a wallet connects or a connection ends elsewhere. */
import { expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { connectingView } from '../../../runtime/actions/finishConnection.ts'
import { open } from '../../../runtime/actions/open.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { makeSite } from '../../support/walk/site.ts'
import { NETWORKS } from '../../support/walk/wallets.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { makeKit, memoryStorage } from '../../support/kit.ts'

function setup(storage = memoryStorage()) {
  const { evm, remote } = makeSite()
  const kit = makeKit({ networks: NETWORKS }, { chains: [eip155, solana], storage })
  const connectors = [...evm.map(({ connector }) => connector), ...remote.connectors]
  for (const connector of connectors) register(kit, connector)
  const [alpha, beta, , onSolana] = connectors
  if (!alpha || !beta || !onSolana) throw new Error('The site has four connectors')
  return { kit, storage, connectors, alpha, beta, onSolana }
}

it('stays when the last wallet of the active namespace ends, while another namespace is connected', async () => {
  const { kit, alpha, onSolana } = setup()
  await connect(kit, onSolana)
  await connect(kit, alpha)
  open(kit)
  open(kit, { view: 'Connections' })
  await disconnect(kit, { connection: { id: 'eip155:org.alpha' } })
  expect(kit.state).toMatchObject({ modal: { open: true }, router: { view: 'Connections' } })
})

it('is no view that a new connection closes', async () => {
  const { kit, alpha } = setup()
  await connect(kit, alpha)
  open(kit, { view: 'Connections' })
  expect(connectingView(kit)).toBeUndefined()
  for (const view of ['Connect', 'ConnectingExternal', 'ConnectingWalletConnectBasic', 'AllWallets']) {
    open(kit, { view })
    expect(connectingView(kit)).toBe(view)
  }
})

it('leads to Connect, which a wallet that resumes behind the active one does not replace', async () => {
  const { kit, storage, connectors, alpha, beta } = setup()
  await connect(kit, alpha)
  await connect(kit, beta)
  const again = makeKit({ networks: NETWORKS }, { chains: [eip155, solana], storage })
  for (const connector of connectors) {
    const { default: driver } = await connector.driver()
    const late = async (...asked: Parameters<typeof driver.resume>) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return driver.resume(...asked)
    }
    const isLate = connector.id === 'org.alpha'
    register(
      again,
      isLate ? { ...connector, driver: async () => ({ default: { ...driver, resume: late } }) } : connector,
    )
  }
  await reconnect(again)
  open(again, { view: 'Connect' })
  await expect.poll(() => again.state.connections.eip155?.length).toBe(2)
  expect(again.state).toMatchObject({ modal: { open: true }, router: { view: 'Connect' } })
})
