/** Connecting a wallet in the page: a second attempt while the wallet still shows the prompt of the first. */
import { describe, expect, it } from 'vitest'
import { abandonConnect, Abandoned, connect } from '../../../runtime/actions/connect.ts'
import { NoAccountError } from '../../../runtime/errors/unusable.ts'
import type { Switches } from '../../../runtime/test/index.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

/** Connects twice: the visitor chose the wallet, went back while its window was open, and chose it again. */
async function twice(switches: Partial<Switches>) {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { wallet, connector } = testConnector(sandbox(), { switches: { answer: 'hold', ...switches } })
  const first = connect(kit, connector)
  const left = first.catch((error: unknown) => error)
  await expect.poll(() => wallet.pending()).toBe(1)
  abandonConnect(kit, connector)
  const again = connect(kit, connector)
  // Mark a rejection as handled, because it may come before the test awaits it.
  again.catch(() => undefined)
  const asked = () => wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length
  await expect.poll(asked).toBe(2)
  const account = kit.state.accounts.eip155
  return { kit, wallet, connector, left, again, account }
}

describe.each(['pending', 'internal'] as const)('a wallet that refuses a duplicate request (%s)', (again) => {
  it('connects when the visitor approves the window that is still open', async () => {
    const second = await twice({ again })
    expect(second.account.status).toBe('connecting')
    second.wallet.settle('approve')
    await second.again
    expect(await second.left).toBeInstanceOf(Abandoned)
    expect(second.account).toMatchObject({ status: 'connected', address: sandbox().accounts[0]?.address })
  })

  it('says declined when the visitor declines that window', async () => {
    const second = await twice({ again })
    second.wallet.settle('reject')
    await expect(second.again).rejects.toMatchObject({ code: 4001 })
    expect(await second.left).toBeInstanceOf(Abandoned)
    expect(second.account.status).toBe('disconnected')
  })

  it('is asked anew after the window was answered', async () => {
    const { wallet, again: joined, connector, kit, left } = await twice({ again })
    wallet.settle('reject')
    await expect(joined).rejects.toBeDefined()
    expect(await left).toBeInstanceOf(Abandoned)
    wallet.set({ answer: 'approve' })
    await connect(kit, connector)
    expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(3)
  })
})

it('connects by whichever of two windows the visitor approves', async () => {
  const second = await twice({ again: 'queue' })
  await expect.poll(() => second.wallet.pending()).toBe(2)
  second.wallet.settle('approve')
  await second.again
  expect(await second.left).toBeInstanceOf(Abandoned)
  expect(second.account.status).toBe('connected')
})

it('keeps the error of a duplicate request that another page made', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { wallet, connector } = testConnector(sandbox(), { switches: { answer: 'hold', again: 'pending' } })
  const elsewhere = wallet.provider.request({ method: 'eth_requestAccounts' })
  await expect.poll(() => wallet.pending()).toBe(1)
  await expect(connect(kit, connector)).rejects.toMatchObject({ code: -32002 })
  wallet.settle('approve')
  await elsewhere
})

it('says that the wallet shares no account, and connects once it does', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { wallet, connector } = testConnector(sandbox(), { switches: { accounts: 'none' } })
  await expect(connect(kit, connector)).rejects.toBeInstanceOf(NoAccountError)
  expect(kit.state.accounts.eip155.status).toBe('disconnected')
  wallet.set({ accounts: 'shared' })
  await connect(kit, connector)
  expect(kit.state.accounts.eip155.status).toBe('connected')
})
