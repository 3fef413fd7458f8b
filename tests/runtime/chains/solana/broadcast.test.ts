/** What an app learns of a transaction that the node did not plainly take. */
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { useServer } from '../../../support/server.ts'
import { connected, kitOf, local, mainnet } from './kit.ts'
import { NO_HASH } from './transactions.ts'
import { createStandardWallet, FIRST, SECOND } from './wallet.ts'

const node = useServer()
const [from, to] = [new PublicKey(FIRST), new PublicKey(SECOND)]

/** Sends a transfer to a node that answers with this error; resolves with the signature or with what was thrown. */
async function answered(error: { code: number; data?: unknown }): Promise<unknown> {
  const provider = await connected(kitOf([local(node.url), mainnet()]), createStandardWallet({}).wallet)
  node.answer(({ body }) => {
    const { id } = JSON.parse(body) as { id: number }
    return { jsonrpc: '2.0', id, error: { message: 'Node says no', ...error } }
  })
  const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1 })
  const transaction = new Transaction({ feePayer: from, recentBlockhash: NO_HASH }).add(transfer)
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const answer: unknown = await provider.signAndSendTransaction(bytes).catch((reason: unknown) => reason)
  expect(node.asked.filter(({ body }) => body.includes('sendTransaction'))).toHaveLength(1)
  return answer
}

it.each([-32603, -32000])('a failure inside the node (%i) leaves the outcome open', async (code) => {
  expect(String(await answered({ code }))).toMatch(/look for \w{64,88} before you send again/)
})

it("a refusal is the node's error", async () => {
  const refusal = { code: -32002, data: { err: 'BlockhashNotFound' } }
  expect(await answered(refusal)).toMatchObject({ message: 'Node says no', code: -32002 })
})

it('what the network has already is sent', async () => {
  const answer = await answered({ code: -32002, data: { err: 'AlreadyProcessed' } })
  expect(base58.decode(String(answer))).toHaveLength(64)
})
