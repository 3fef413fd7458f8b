/** What a wallet says that it can do with several calls, and when it is asked again. */
import { expect, it } from 'vitest'
import { activeChain } from '../../../runtime/actions/activeChain.ts'
import { canBatch } from '../../../runtime/actions/canBatch.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { ANSWER_TIME } from '../../../runtime/lib/unprompted.ts'
import { answering, makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const ABLE = { '0x7a69': { atomic: { status: 'supported' } } }

/** A wallet that gives these answers to the question, one after another; the last one again and again. */
async function open(...answers: (() => unknown)[]) {
  return openAs('org.walletkit.test', ...answers)
}
async function openAs(id: string, ...answers: (() => unknown)[]) {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { wallet, connector } = testConnector(sandbox())
  let asked = 0
  const provider = answering(wallet.provider, 'wallet_getCapabilities', () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]
    return answer?.()
  })
  await connect(kit, { ...connector, id, provider })
  const now = await activeChain(kit)
  return { ask: () => canBatch(kit, now), asked: () => asked }
}
const fail = (code: number) => () => {
  throw Object.assign(new Error('The wallet is locked'), { code })
}

it('asks a wallet once, and keeps its answer', async () => {
  const { ask, asked } = await open(() => ABLE)
  expect([await ask(), await ask()]).toEqual([true, true])
  expect(asked()).toBe(1)
})

it.each([
  ['safe', { atomicBatch: { supported: true } }, true],
  ['safe', { atomicBatch: { supported: false } }, false],
  ['safe', { atomicBatch: { supported: true }, atomic: { status: 'unsupported' } }, false],
  ['org.another', { atomicBatch: { supported: true } }, false],
])(
  'reads the first version of EIP-5792 only of Safe, which takes batches of the present one: %s %j',
  async (id, said, can) => {
    const { ask } = await openAs(id, () => ({ '0x7a69': said }))
    expect(await ask()).toBe(can)
  },
)

it('asks again after an error, such as that of a locked wallet', async () => {
  const { ask, asked } = await open(
    fail(4100),
    () => 'nonsense',
    () => ABLE,
  )
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([false, false, true, true])
  expect(asked()).toBe(3)
})

it('asks again after an error that came late', async () => {
  const late = () =>
    new Promise((_, reject) => setTimeout(reject, ANSWER_TIME + 100, new Error('The wallet is locked')))
  const { ask, asked } = await open(late, () => ABLE)
  const first = ask()
  expect([await first, await ask()]).toEqual([false, false])
  expect(asked()).toBe(1)
  await expect.poll(ask).toBe(true)
  expect(asked()).toBe(2)
})

it.each([-32_601, 4200])('does not ask a wallet again that does not know the question (%i)', async (code) => {
  const { ask, asked } = await open(fail(code), () => ABLE)
  expect([await ask(), await ask()]).toEqual([false, false])
  expect(asked()).toBe(1)
})
