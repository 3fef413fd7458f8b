/** Sending on Solana from a hosted login, whose node is a service of others. */
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseConfig } from '../../../server/config/config.ts'
import { doctor } from '../../../server/verbs/doctor.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { startHosted } from '../../support/hosted.ts'
import { type Asked, type Reply, type Service, startService } from '../../support/service.ts'
import { type Browser, openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

const LAMPORTS = 1_000_000_000
const sandbox = useSandbox()
let node: Service
let hosted: Awaited<ReturnType<typeof startHosted>>
let browser: Browser
let address = ''
const FAULTS = ['loses its answer', 'answers nothing', 'refuses what it took', 'says only that it failed'] as const
/** What the node does with the next transaction. */
let fault: (typeof FAULTS)[number] | undefined

const chain = () => sandbox().solana.caipNetworkId
const call = async <T>(method: string, params: unknown[]): Promise<T> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(sandbox().solana.rpcUrl, { method: 'POST', body })
  return ((await answer.json()) as { result: T }).result
}

beforeAll(async () => {
  node = await startService(async ({ body }: Asked): Promise<Reply> => {
    const { id, method } = body as { id: number; method: string }
    const now = method === 'sendTransaction' ? fault : undefined
    if (now) fault = undefined
    if (now === 'answers nothing') return { status: 503, text: 'maintenance' }
    if (now === 'says only that it failed')
      return { json: { jsonrpc: '2.0', id, error: { code: -32603, message: 'timeout' } } }
    const answer = await fetch(sandbox().solana.rpcUrl, { method: 'POST', body: JSON.stringify(body) })
    const json: unknown = await answer.json()
    if (now === 'loses its answer') return { status: 502, text: 'lost' }
    if (now) return { json: { jsonrpc: '2.0', id, error: { code: -32002, message: 'Already processed' } } }
    return { json }
  })
  const [, id] = chain().split(':')
  hosted = await startHosted({ sites: [SITE], solana: { rpc: node.url, id } })
})
afterAll(async () => {
  await hosted?.close()
  await node?.close()
})
beforeEach(async () => {
  fault = undefined
  browser = await openBrowser(hosted.service(), { site: SITE })
  await browser.login(someEmail())
  address = (await browser.user(chain())).address
  node.asked.length = 0
  await call('requestAirdrop', [address, LAMPORTS])
})

const receiver = () => PublicKey.unique()
async function transferOf(to: PublicKey, lamports = 5_000_000, blockhash?: string): Promise<string> {
  const { value } = await call<{ value: { blockhash: string } }>('getLatestBlockhash', [])
  const from = new PublicKey(address)
  const transaction = new Transaction({
    feePayer: from,
    blockhash: blockhash ?? value.blockhash,
    lastValidBlockHeight: 1_000,
  }).add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }))
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64')
}
const send = async (transaction: string, more: object = {}, on = chain()) =>
  browser.ask(
    'RPC_REQUEST',
    { method: 'solana_signAndSendTransaction', params: { transaction, ...more }, chainId: on },
    on,
  )
const balanceOf = async (key: PublicKey) => (await call<{ value: number }>('getBalance', [key.toBase58()])).value
const signatureOf = ({ answer }: { answer: unknown }) => (answer as { signature: string }).signature
const sentOf = () => node.asked.filter(({ body }) => (body as { method: string }).method === 'sendTransaction')

it('sends what the person approved, and returns the id by which the network knows it', async () => {
  const to = receiver()
  const sent = await send(await transferOf(to), {
    options: { maxRetries: 3, skipPreflight: false, encoding: 'base58' },
  })
  expect(sent.status, sent.message).toBe(200)
  expect(await balanceOf(to)).toBe(5_000_000)
  const { value } = await call<{ value: ({ err: unknown } | null)[] }>('getSignatureStatuses', [[signatureOf(sent)]])
  expect(value[0]).toMatchObject({ err: null })
  const { params } = sentOf()[0]?.body as { params: unknown[] }
  expect(params[1]).toEqual({ encoding: 'base64', maxRetries: 3, skipPreflight: false })
})

it('is refused for a blockhash that has expired, for more than the account has, and on another cluster', async () => {
  const to = receiver()
  const old = await send(await transferOf(to, 5_000_000, '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'))
  expect(old).toMatchObject({
    status: 400,
    code: -32002,
    message: expect.stringMatching(/Blockhash not found/) as string,
  })
  expect(await send(await transferOf(to, 50 * LAMPORTS))).toMatchObject({ status: 400, code: -32002 })
  const count = sentOf().length
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(await send(await transferOf(to), {}, mainnet)).toMatchObject({ status: 400, code: 4902 })
  expect(sentOf()).toHaveLength(count)
  expect(await balanceOf(to)).toBe(0)
})

it('returns the id of what may be on its way, whatever the node answers, and sends it once', async () => {
  for (const does of FAULTS) {
    const to = receiver()
    const isLost = does === 'answers nothing' || does === 'says only that it failed'
    node.asked.length = 0
    fault = does
    const sent = await send(await transferOf(to))
    expect(sent.status, `${does}: ${sent.message}`).toBe(200)
    expect(sentOf()).toHaveLength(1)
    expect(await balanceOf(to)).toBe(isLost ? 0 : 5_000_000)
    const { value } = await call<{ value: unknown[] }>('getSignatureStatuses', [[signatureOf(sent)]])
    expect(value[0] === null).toBe(isLost)
  }
})

it('is checked by the doctor, who knows a node of another cluster', async () => {
  const findingOf = async (solana: object) => {
    const config = parseConfig({ solana }, { environment: {}, readFile: () => '' }, '/tmp')
    return (await doctor(config)).find(({ name }) => name === 'solana')
  }
  expect(await findingOf({ rpc: node.url, id: chain().split(':')[1] })).toMatchObject({ isFine: true })
  expect(await findingOf({ rpc: node.url })).toMatchObject({
    isFine: false,
    text: expect.stringContaining('2JfSSDz7') as string,
  })
})
