import { afterEach, describe, expect, it } from 'vitest'
import { Aborted, doubt } from '../../../runtime/errors/aborted.ts'
import { orUncertain } from '../../../runtime/actions/uncertain.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())

async function setup() {
  const kit = makeKit(sandboxConfig(sandbox()))
  const chain = kit.state.networks.eip155.caipNetwork
  if (!chain) throw new Error('The sandbox has a chain')
  const { wallet } = testConnector(sandbox())
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const from = sandbox().accounts[0]?.address ?? ''
  const to = sandbox().accounts[5]?.address
  const send = () => wallet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
  const sendOrNot = (act: () => Promise<unknown>) => orUncertain(kit, chain, from, act)
  /** Delays or hangs the first read of the account's number of transactions. */
  const first = (kind: 'delay' | 'hang', ms = 0) =>
    sandbox().faults.set({ path: '/', rpc: 'eth_getTransactionCount', kind, ms, times: 1 })
  return { send, sendOrNot, first }
}
const lost = new Error('The answer was lost')

it('tells that it may have been sent, though the node was slower than the wallet', async () => {
  const { send, sendOrNot, first } = await setup()
  first('delay', 300)
  const sending = sendOrNot(async () => {
    await send()
    throw lost
  })
  await expect(sending).rejects.toMatchObject({ code: 'TX_UNCERTAIN', cause: lost })
})

it('throws what the wallet threw where nothing was sent', async () => {
  const { sendOrNot } = await setup()
  await expect(sendOrNot(() => Promise.reject(lost))).rejects.toBe(lost)
})

it('throws a refusal, whatever else the account has sent', async () => {
  const { send, sendOrNot } = await setup()
  const refusal = Object.assign(new Error('User rejected the request'), { code: 4001 })
  const sending = sendOrNot(async () => {
    await send()
    throw refusal
  })
  await expect(sending).rejects.toBe(refusal)
})

describe('a rejection that our own leaving caused', () => {
  const aborted = () => doubt(new Aborted('Request was aborted'))

  it('is uncertain when the account has sent, also a little later', async () => {
    const { send, sendOrNot } = await setup()
    for (const late of [false, true]) {
      const error = aborted()
      const sending = sendOrNot(async () => {
        if (late) setTimeout(() => void send(), 500)
        else await send()
        throw error
      })
      await expect(sending).rejects.toMatchObject({ code: 'TX_UNCERTAIN', cause: error })
    }
  }, 15_000)

  it('is a rejection when nothing was sent', async () => {
    const { sendOrNot } = await setup()
    const error = aborted()
    await expect(sendOrNot(() => Promise.reject(error))).rejects.toBe(error)
  })
})

it('asks the wallet after a second, though the node never answers', async () => {
  const { sendOrNot, first } = await setup()
  first('hang')
  let isAsked = false
  const sending = sendOrNot(() => Promise.resolve((isAsked = true)))
  await expect.poll(() => isAsked, { timeout: 2000 }).toBe(true)
  await sending
})
