/** A wallet whose node accepts a transaction but whose answer is lost: the modal must not say that nothing happened. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cutter, startCutter } from '../support/cut.ts'
import { useFlow } from '../support/flow.ts'
import { sandboxConfig } from '../support/kit.ts'
import { press } from '../support/press.ts'

let node: Cutter | undefined
const flow = useFlow({ hosts: () => [node?.url ?? ''] })
/** The point where the connection is cut: 0 to 0.5 is within the request, 0.5 to 1 within the response. */
let at = 0.9
beforeAll(async () => void (node = await startCutter(flow.sandbox().url, () => at)))
afterAll(() => node?.close())

async function visitSend() {
  const [first] = sandboxConfig(flow.sandbox()).networks ?? []
  const id = Number(first?.id)
  const visit = await flow.visit({ wallets: [{ chains: [{ id, rpcUrl: `${node?.url}/rpc/${id}` }] }] })
  await visit.connect()
  await visit.open()
  await visit.button('Send').click()
  await visit.button('Choose a token').click()
  await visit.button(/Ether/).click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(flow.sandbox().accounts[7]?.address ?? '')
  await visit.button('Preview Send').click()
  await visit.title.filter({ hasText: 'Review send' }).waitFor()
  return visit
}

it('says that the transaction may have been sent', async () => {
  const visit = await visitSend()
  // Delay the page's requests to the node, so that the wallet fails first.
  const slow = { path: '/v1', kind: 'delay', ms: 300, rpc: 'eth_getTransactionCount' } as const
  flow.sandbox().faults.set(slow)
  node?.arm({ skip: 0, chance: 0, most: 1, only: (kind) => kind === 'eth_sendRawTransaction' })
  await press(visit, /^Send 0.5/, 'Review send')
  await visit.modal.getByText('It may have been sent. Check your wallet first').waitFor()
  expect(node?.cuts).toMatchObject([{ moment: 'response', kind: 'eth_sendRawTransaction' }])
  expect(await visit.asked('eth_sendTransaction')).toHaveLength(1)
})

it('says that it failed when the request never arrived', async () => {
  const visit = await visitSend()
  at = 0.4
  // Cut several attempts, because the browser itself retries after a lost keep-alive connection.
  node?.arm({ skip: 0, chance: 1, most: 9, only: (kind) => kind === 'eth_sendRawTransaction' })
  await press(visit, /^Send 0.5/, 'Review send')
  await visit.modal.getByText('Something went wrong').waitFor()
  expect(node?.cuts.at(-1)).toMatchObject({ moment: 'request', kind: 'eth_sendRawTransaction' })
})
