/** A smart account's own nonce never moves when its operations are sent: what the visitor is told when an answer is lost. */
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { orUncertain } from '../../../runtime/actions/uncertain.ts'
import { toTransactionError } from '../../../runtime/chains/eip155/transactionError.ts'
import { Aborted, doubt } from '../../../runtime/errors/aborted.ts'
import { WalletKitError } from '../../../runtime/errors/base.ts'
import { TRANSACTION_ERRORS, transactionError } from '../../../runtime/errors/transaction.ts'
import { report } from '../../../runtime/state/report.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const TO = '0x00000000000000000000000000000000000e0a01'
const lost = () => new Error('Failed to fetch')

function setup() {
  const kit = makeKit(sandboxConfig(sandbox()))
  const chain = kit.state.networks.eip155.caipNetwork
  if (!chain) throw new Error('The sandbox has a chain')
  return { kit, chain, owner: privateKeyToAccount(generatePrivateKey()) }
}

/** A smart account that is on the chain, and a payment of it. */
async function smartAccount(kind?: 'delegated') {
  const { kit, chain, owner } = setup()
  const { smartAccounts } = sandbox()
  const from = kind ? owner.address : await smartAccounts.addressOf(31337, owner.address)
  await smartAccounts.fund(31337, from)
  const pay = async () => (await smartAccounts.sendCalls(31337, owner, [{ to: TO, value: 1n }], kind)).wait()
  await pay()
  return {
    kit,
    pay,
    failing: (error: Error) => orUncertain(kit, chain, from, () => Promise.reject(error)),
    from,
    chain,
  }
}

it.each([undefined, 'delegated'] as const)('says that a payment may have been sent: account %s', async (kind) => {
  const { kit, chain, from, pay } = await smartAccount(kind)
  const client = createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl) })
  const before = await client.getBalance({ address: TO })
  const error = lost()
  const sending = orUncertain(kit, chain, from, async () => {
    await pay()
    throw error
  })
  await expect(sending).rejects.toMatchObject({ code: 'TX_UNCERTAIN', cause: error })
  expect(await client.getBalance({ address: TO })).toBe(before + 1n)
})

describe('an error of a smart account', () => {
  it.each([
    ['a refusal by the visitor', Object.assign(new Error('User rejected the request'), { code: 4001 })],
    ['a refusal in Safe’s app', new Error('Transaction was rejected')],
    ['an unknown method', Object.assign(new Error('No'), { code: -32601 })],
    ['no atomic batches', Object.assign(new Error('No'), { code: 5760 })],
    ['an operation that the entry point refuses', Object.assign(new Error('AA21 no prefund'), { code: -32500 })],
    ['its reason in a text', new WalletKitError('FRAME', 'FailedOp: AA21 didn’t pay prefund')],
    ['what the frame refuses before it is approved', new WalletKitError('FRAME', 'Not on this network')],
    [
      'what the frame refuses so, with a code',
      Object.assign(new Error('No', { cause: new WalletKitError('FRAME', 'No') }), { code: -32603 }),
    ],
    ['an error of the kit', new WalletKitError('NO_PROVIDER', 'No provider')],
    ['a classified one', transactionError('TX_INSUFFICIENT_FUNDS', new Error('insufficient funds for transfer'))],
  ])('that is clear stays: %s', async (_what, error) => {
    const { failing } = await smartAccount()
    await expect(failing(error)).rejects.toBe(error)
  })

  it.each([
    ['a bundler’s timeout', Object.assign(new Error('upstream timed out'), { code: -32603 })],
    ['the frame’s silence', new WalletKitError('FRAME_TIMEOUT', 'Something went wrong')],
    ['an approved request', doubt(new WalletKitError('FRAME', 'Something went wrong'))],
    [
      'an approved request, with a code',
      doubt(Object.assign(new Error('No', { cause: new WalletKitError('FRAME', 'No') }), { code: -32603 })),
    ],
    ['leaving the screen', doubt(new Aborted('Request was aborted'))],
  ])('that is not clear is uncertain: %s', async (_what, error) => {
    const { failing } = await smartAccount()
    await expect(failing(error)).rejects.toMatchObject({ code: 'TX_UNCERTAIN', cause: error })
  })
})

it('is uncertain where the node does not say what the account is', async () => {
  const { kit, chain, owner } = setup()
  sandbox().faults.set({ path: '/', rpc: 'eth_getCode', kind: 'garbage' })
  const sending = (error: Error) => orUncertain(kit, chain, owner.address, () => Promise.reject(error))
  await expect(sending(lost())).rejects.toMatchObject({ code: 'TX_UNCERTAIN' })
  const refused = Object.assign(new Error('No'), { code: 4100 })
  await expect(sending(refused)).rejects.toBe(refused)
}, 20_000)

it('stays uncertain and is shown, whatever its cause says', () => {
  const { kit } = setup()
  const reverted = transactionError('TX_UNCERTAIN', new Error('execution reverted'))
  expect(toTransactionError(reverted)).toBe(reverted)
  const left = transactionError('TX_UNCERTAIN', doubt(new Aborted('Request was aborted')))
  expect(report(kit, left, 'SEND_FAILED', TRANSACTION_ERRORS)).toMatchObject({ code: 'TX_UNCERTAIN', surface: 'toast' })
})
