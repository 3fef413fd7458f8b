/** Sign-in with several wallets: each account signs in once, and the end of a wallet signs out only its account. */
import { afterEach, expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { discover } from '../../../runtime/actions/discover.ts'
import { switchAccount, switchConnection } from '../../../runtime/actions/switchConnection.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { cancel } from '../../../runtime/siwx/cancel.ts'
import { sign } from '../../../runtime/siwx/sign.ts'
import { signIn as stateOf } from '../../../runtime/siwx/state.ts'
import { parseSessions } from '../../../runtime/siwx/storage/local.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import { memoryStorage, sandboxConfig, testConnector, wholeKit } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const kits: Kit[] = []
afterEach(() => kits.splice(0).forEach(({ teardown }) => teardown.splice(0).forEach((stop) => stop())))
const address = (at: number) => sandbox().accounts[at]?.address ?? ''
const use = (id: string) => ({ connection: { id: `eip155:${id}` } })

/** Alpha has accounts 0 and 1, Beta has 2. Alpha is connected and signed in, and Beta has connected after that. */
async function both() {
  const storage = memoryStorage()
  const siwx = { domain: 'app.example', uri: 'https://app.example', required: true }
  const kit = wholeKit(
    {
      config: { ...sandboxConfig(sandbox()), siwx },
      chains: [eip155],
      parts: {
        siwx: () => import('../../../runtime/siwx/index.ts'),
        verifiers: { eip155: () => import('../../../runtime/siwx/verify/eip155.ts') },
      },
    },
    { storage },
  )
  kits.push(kit)
  await discover(kit)()
  const keys = (...at: number[]) => at.map((each) => sandbox().accounts[each]?.privateKey ?? '0x')
  await connect(kit, testConnector(sandbox(), { rdns: 'org.alpha', name: 'Alpha', keys: keys(0, 1) }).connector)
  await sign(kit)
  await connect(kit, testConnector(sandbox(), { rdns: 'org.beta', name: 'Beta', keys: keys(2) }).connector)
  const { modal, router } = kit.state
  return {
    kit,
    status: () => stateOf(kit).status,
    shows: () => (modal.open ? router.view : undefined),
    signedIn: () => parseSessions(storage.get('@appkit/siwx') ?? '[]').map(({ data }) => data.accountAddress),
  }
}

it('asks the account of a second wallet, and not the first one again', async () => {
  const { kit, status, shows, signedIn } = await both()
  expect([status(), shows()]).toEqual(['needed', 'SIWXSignMessage'])
  await sign(kit)
  expect(signedIn().sort()).toEqual([address(0), address(2)].sort())
  await switchConnection(kit, use('org.alpha'))
  await expect.poll(status).toBe('signed')
  expect(shows()).toBeUndefined()
})

it('asks another account of the same wallet', async () => {
  const { kit, status, shows } = await both()
  await sign(kit)
  await switchAccount(kit, { ...use('org.alpha'), address: address(1) })
  expect([status(), shows()]).toEqual(['needed', 'SIWXSignMessage'])
  expect(stateOf(kit).subject?.address).toBe(address(1))
})

it('ends only the wallet whose sign-in was cancelled: the first one is active and still signed in', async () => {
  const { kit, status, shows, signedIn } = await both()
  await cancel(kit)
  expect(allConnections(kit).map(({ connector }) => connector.id)).toEqual(['org.alpha'])
  expect(kit.state.accounts.eip155.address).toBe(address(0))
  await expect.poll(status).toBe('signed')
  await expect.poll(shows).toBeUndefined()
  expect(signedIn()).toEqual([address(0)])
})

it('signs out only the account of the wallet that ends', async () => {
  const { kit, signedIn } = await both()
  await sign(kit)
  await disconnect(kit, use('org.alpha'))
  await expect.poll(signedIn).toEqual([address(2)])
  await disconnect(kit)
  await expect.poll(signedIn).toEqual([])
})
