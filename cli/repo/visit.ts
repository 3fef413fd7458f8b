/** A visitor: connects the Test wallet, reads the balance, sends 0.01 ETH. The chain is asked outside of the page. */
import type { Page, Request } from 'playwright-core'
import { launch } from './browser.ts'
import { say, Stop } from './run.ts'

/** The second well-known account of a local node: whoever holds it holds nothing. */
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SENT_WEI = 10n ** 16n
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

export type Visit = {
  connected: boolean
  sentWei: string
  receiverDeltaWei: string
  txHash: string
  thirdPartyRequests: number
}

export async function visit(
  chromium: string,
  { page: url, sandbox }: { page: string; sandbox: string },
): Promise<Visit> {
  const rpc = `${sandbox}/rpc/31337`
  const browser = await launch(chromium)
  const strangers: string[] = []
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const note = (address: string) => {
      const { protocol, hostname } = new URL(address)
      if (/^(https?|wss?):$/.test(protocol) && !LOOPBACK.test(hostname)) strangers.push(address)
    }
    context.on('request', (request: Request) => note(request.url()))
    context.on('page', (page) => page.on('websocket', (socket) => note(socket.url())))
    const page = await context.newPage()
    page.on('pageerror', (error) => say(`  the page threw: ${error.message}`))

    const before = await balanceOf(rpc, RECEIVER)
    const block = await call<string>(rpc, 'eth_blockNumber', [])
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await page.getByRole('button', { name: /Test wallet/ }).click()
    const account = page.getByRole('button', { name: /^(0x|noah)/ }).first()
    await account.waitFor()
    say('  connected')
    await account.click()
    await page.getByText(/Ether/).first().waitFor()
    say('  the balance shows')
    await send(page)
    const delta = await grown(rpc, before)
    const txHash = await findTransaction(rpc, block)
    const connected = await page.evaluate(() => localStorage.getItem('@appkit/connection_status') === 'connected')
    strangers.forEach((address) => say(`  contacted ${address}`))
    return {
      connected,
      sentWei: SENT_WEI.toString(),
      receiverDeltaWei: delta.toString(),
      txHash,
      thirdPartyRequests: strangers.length,
    }
  } finally {
    await browser.close()
  }
}

async function send(page: Page) {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Choose a token' }).click()
  await page.getByRole('button', { name: /^Ether/ }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await page.getByRole('textbox', { name: 'Recipient' }).fill(RECEIVER)
  await page.getByRole('button', { name: /Review|Preview/ }).click()
  const confirm = page.getByRole('button', { name: /^Send 0\.01/ })
  await confirm.waitFor()
  await page.waitForTimeout(700)
  await confirm.click()
  await page.getByText('Transaction started').waitFor()
  say('  sent')
}

async function call<T>(rpc: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Stop(`${method}: ${error.message}`)
  return result
}

const balanceOf = async (rpc: string, address: string) =>
  BigInt(await call<string>(rpc, 'eth_getBalance', [address, 'latest']))

/** What the receiver gained, once it gained something; 0 after ten seconds. */
async function grown(rpc: string, before: bigint): Promise<bigint> {
  for (let tries = 0; tries < 100; tries++) {
    const delta = (await balanceOf(rpc, RECEIVER)) - before
    if (delta !== 0n) return delta
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 0n
}

/** The transfer to the receiver in a block after the one we began at. */
async function findTransaction(rpc: string, from: string): Promise<string> {
  const last = Number(await call<string>(rpc, 'eth_blockNumber', []))
  for (let block = Number(from) + 1; block <= last; block++) {
    const { transactions } = await call<{ transactions: { hash: string; to: string | null }[] }>(
      rpc,
      'eth_getBlockByNumber',
      [`0x${block.toString(16)}`, true],
    )
    const found = transactions.find(({ to }) => to?.toLowerCase() === RECEIVER.toLowerCase())
    if (found) return found.hash
  }
  return ''
}
