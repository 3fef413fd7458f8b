/** A send whose fee the site offers to pay: it goes to the wallet as a batch, which has a hash only once it is in a block. */
import { expect, it } from 'vitest'
import { progress } from '../../../runtime/data/progress.ts'
import { sentTransactions } from '../../../runtime/data/sent.ts'
import { sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { fill, openPanel, type Panel } from './kit.ts'

const sandbox = useSandbox()
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** A site with a paymaster, and a wallet that sends batches and can use a paymaster. */
async function openSponsored() {
  const config = sandboxConfig(sandbox())
  const paymaster = `${sandbox().url}/paymaster/{chainId}`
  const capabilities = { '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } } }
  const panel = await openPanel(sandbox(), {
    config: { services: { ...config.services, paymaster } },
    wallet: { batch: sandbox().smartAccounts.implementation, capabilities },
  })
  await fill(panel, 'DAI', '2', other)
  return panel
}

/** Makes the wallet answer this instead of a batch's status. */
function answerStatus({ wallet }: Panel, answer: () => unknown) {
  const { request } = wallet.provider
  wallet.provider.request = async (asked) => (asked.method === 'wallet_getCallsStatus' ? answer() : request(asked))
}
const batches = ({ wallet }: Panel) => wallet.requests.filter(({ method }) => method === 'wallet_sendCalls')
const told = ({ kit }: Panel) => {
  const codes: string[] = []
  kit.events.on('error', ({ code }) => codes.push(code))
  return codes
}

it('names the paymaster, and stores the hash with what was sent', async () => {
  const panel = await openSponsored()
  expect(panel.controller.state.gas?.isSponsored).toBe(true)
  await panel.controller.sendToken()
  const url = `${sandbox().url}/paymaster/31337`
  expect(batches(panel)[0]?.params).toMatchObject([{ capabilities: { paymasterService: { url, optional: true } } }])
  expect(panel.sent()).toEqual([])
  expect(sentTransactions(panel.kit)).toMatchObject([
    { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string, note: { kind: 'send', to: other } },
  ])
})

it.each<[string, () => unknown]>([
  ['names no transaction', () => ({ status: 200, receipts: [] })],
  [
    'does not know it any more',
    () => {
      throw Object.assign(new Error('Unknown bundle id'), { code: 5730 })
    },
  ],
])('is told as sent when the wallet accepted it and then %s, and not sent again', async (_what, answer) => {
  const panel = await openSponsored()
  const codes = told(panel)
  answerStatus(panel, answer)
  await panel.controller.sendToken()
  expect(codes).toEqual(['SEND_UNSEEN'])
  expect(panel.kit.state.toast.message).toBe('Sent. Your wallet does not say what became of it')
  expect(panel.controller.state.sendTokenAmount).toBeUndefined()
  await panel.controller.sendToken()
  expect(batches(panel)).toHaveLength(1)
})

it('is told as declined when the wallet refuses it, and as failed when the chain does', async () => {
  const refused = await openSponsored()
  refused.wallet.set({ answer: 'reject' })
  await refused.controller.sendToken()
  expect(refused.kit.state.toast.note).toMatch(/^Declined in .* Nothing was sent\.$/)
  const failed = await openSponsored()
  const more = told(failed)
  answerStatus(failed, () => ({ status: 500, receipts: [] }))
  await failed.controller.sendToken()
  expect(more).toEqual(['SEND_REVERTED'])
  expect(progress(failed.kit)).not.toMatchObject({ state: 'wallet' })
})
