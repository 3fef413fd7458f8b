/**
 * A page whose email login is hosted by `walletkit-server`, with real mails by SMTP, real keys in a database, and a
 * real network.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicClient, http, parseEther, verifyMessage, type Hex } from 'viem'
import { approveInWindow } from '../support/approveInWindow.ts'
import { account, inHex, request, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow } from '../support/flow.ts'
import { startHosted } from '../support/hosted.ts'
import { useLogin } from '../support/login.ts'

type Hosted = Awaited<ReturnType<typeof startHosted>>
let hosted: Hosted
const flow = useFlow({ secureSite: () => hosted.url() })
const { visitLogin, login } = useLogin(flow, () => hosted.mailbox)
const { client } = useEmbedded(flow)
beforeAll(async () => {
  const networks = flow.sandbox().chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl }))
  hosted = await startHosted({ sites: [flow.origin], networks })
})
afterAll(() => hosted.close())

describe('a login at a hosted service', () => {
  it('connects by a mailed code, and leads to the same account after the server was restarted', async () => {
    const visit = await visitLogin()
    await login(visit, 'hosted@example.com')
    const before = await account(visit)
    expect(before.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await hosted.restart({ port: Number(new URL(hosted.url()).port) })
    await visit.page.reload()
    await visit.status('connected')
    expect((await account(visit)).address).toBe(before.address)
  })

  it('signs a message and sends ether, each approved in the service’s own window', async () => {
    const visit = await visitLogin()
    await login(visit, 'sender@example.com')
    const address = (await account(visit)).address as Hex
    const signing = await request<Hex>(visit, 'personal_sign', [inHex('Hello'), address])
    await approveInWindow(visit, hosted.url())
    expect(await verifyMessage({ address, message: 'Hello', signature: await signing() })).toBe(true)

    // The hosted service gives accounts no ether, so the node does.
    const [chain] = flow.sandbox().chains
    const node = createPublicClient({ transport: http(chain?.rpcUrl) })
    await node.request({ method: 'anvil_setBalance' as never, params: [address, '0xde0b6b3a7640000'] as never })
    const to = '0x00000000000000000000000000000000000a11ce'
    const value = parseEther('0.25')
    const sending = await request<Hex>(visit, 'eth_sendTransaction', [
      { from: address, to, value: `0x${value.toString(16)}` },
    ])
    await approveInWindow(visit, hosted.url())
    const receipt = await client().waitForTransactionReceipt({ hash: await sending() })
    expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase(), to })
    expect(await client().getBalance({ address: to })).toBe(value)
  })
})
