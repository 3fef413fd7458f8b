/** Transactions of Safe's own app, which other people have to sign before one of them reaches the network. */
import { expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/eip155/adapter.ts'
import { connect } from '../../../../runtime/actions/connect.ts'
import { register } from '../../../../runtime/actions/discover.ts'
import { externalConnector } from '../../../../runtime/interop/externalConnector.ts'
import { makeKit, sandboxConfig } from '../../../support/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'

const sandbox = useSandbox()
/** The hash of Safe's service, which no node ever knows. */
const HASH = `0x${'5a'.repeat(32)}`

/** Connects a wallet that answers like the provider of Safe's SDK; `executed` says whether the transaction was sent. */
async function open(id: string, executed = true) {
  const kit = makeKit(sandboxConfig(sandbox()))
  const receipt = { transactionHash: HASH, status: '0x1' }
  const answers: Record<string, unknown> = {
    eth_accounts: [sandbox().accounts[0]?.address],
    eth_chainId: '0x7a69',
    eth_getTransactionReceipt: executed ? receipt : null,
  }
  const request = async ({ method }: { method: string }) => {
    if (!(method in answers)) throw new Error(`"${method}" not implemented`)
    return answers[method]
  }
  register(kit, externalConnector({ id, provider: { request } }))
  const [connector] = kit.state.connectors.list
  const chain = kit.state.networks.eip155.caipNetwork
  if (!connector || !chain) throw new Error('not listed')
  await connect(kit, connector)
  return () => adapter.waitForTransaction?.(kit, chain, HASH, undefined, 1_000)
}

it('are confirmed when Safe says that the network has them', async () => {
  const wait = await open('safe')
  expect(await wait()).toEqual({ status: 'success', hash: HASH })
})

it.each([
  ['safe', false],
  ['own', true],
])('are not confirmed before that, nor by another wallet’s word: %s, %s', async (id, executed) => {
  const wait = await open(id, executed)
  await expect(wait()).rejects.toMatchObject({ code: 'TX_WAIT_TIMEOUT' })
})
