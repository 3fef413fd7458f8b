/** The sandbox's wallet page in a browser, with the real client of a page in Node. */
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Browser, Page } from 'playwright-core'
import { verifyMessage, verifyTypedData, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launch } from '../../cli/repo/browser.ts'
import { checkPage } from '../support/axe.ts'
import { useSandbox } from '../support/sandbox.ts'
import { until, usePeers, type Dapp } from './peers.ts'

const sandbox = useSandbox()
const { dapp, connect } = usePeers(sandbox)
let browser: Browser
const undo: (() => Promise<void>)[] = []

beforeAll(async () => {
  const path = await findChromium()
  if (!path) throw new Error('No browser: see README')
  browser = await launch(path)
})
afterEach(async () => {
  await Promise.all(undo.splice(0).map((close) => close()))
})
afterAll(() => browser?.close())

/** Opens the page, and records errors and violations of its Content-Security-Policy. */
async function open(query = '', path = '/wallet', host = '127.0.0.1') {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  undo.push(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  const faults: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text())
  })
  context.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  await page.goto(`http://${host}:${sandbox().port}${path}${query}`)
  await page.getByRole('button', { name: 'Pair' }).waitFor()
  return { page, faults, requests }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const address = (client: Dapp) => (client.session?.namespaces['eip155']?.accounts[0]?.split(':')[2] ?? '') as Hex
/** Checks that axe-core finds no fault on the page, light and dark. */
async function checkThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await checkPage(page, `the wallet page, ${colorScheme}`)
  }
}
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe('the wallet page', { timeout: 60_000 }, () => {
  it('pairs by a pasted URI, shows who asks, signs after a press, lives through a reload, and ends the session', async () => {
    const { page, faults, requests } = await open()
    const client = await dapp()
    const { uri, session } = await connect(client)
    await page.getByRole('textbox', { name: 'Pairing URI' }).fill(uri)
    await press(page, 'Pair')
    const proposal = page.getByRole('region', { name: 'Session proposal' })
    await proposal.getByText('Dapp wants to connect').waitFor()
    await proposal.getByText('eip155:31337').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await checkThemes(page)
    await press(page, 'Approve')
    await session
    await page.getByRole('group', { name: 'Session Dapp' }).waitFor()

    await checkThemes(page)
    const message = 'Signed on the page'
    const params = [`0x${Buffer.from(message).toString('hex')}`, address(client)]
    const asked = client.request<Hex>({ method: 'personal_sign', params }, 'eip155:31337')
    await page.getByRole('region', { name: 'Request' }).getByText(message).waitFor()
    await press(page, 'Approve')
    expect(await verifyMessage({ address: address(client), message, signature: await asked })).toBe(true)

    await page.reload()
    await page.getByRole('group', { name: 'Session Dapp' }).waitFor()
    const other = 'Signed after the reload'
    const again = client.request(
      { method: 'personal_sign', params: [`0x${Buffer.from(other).toString('hex')}`, address(client)] },
      'eip155:31337',
    )
    again.catch(() => {})
    // The SDK sends an answer before it stores that the request was answered, so a reload in between shows the request
    // again.
    const request = page.getByRole('region', { name: 'Request' }).filter({ hasText: other })
    await request.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(again).rejects.toMatchObject({ code: 4001 })

    const ended = new Promise((resolve) => client.once('session_delete', resolve))
    await press(page, 'Disconnect: Dapp')
    await ended
    await page.getByText('No session yet.').waitFor()
    expect(faults).toEqual([])
    expect(requests.map((url) => new URL(url).host).filter((host) => host !== new URL(sandbox().url).host)).toEqual([])
  })

  it('takes the URI of a deep link, approves by itself when told to, and sends a transaction that is mined', async () => {
    const client = await dapp()
    const { uri, session } = await connect(client)
    const { page, faults } = await open(`?auto=1&uri=${encodeURIComponent(uri)}`, '/wallet/wc', 'localhost')
    await session
    expect(new URL(page.url()).search).toBe('?auto=1')
    const transaction = { from: address(client), to: sandbox().accounts[8]?.address, value: '0x5' }
    const hash = await client.request<Hex>({ method: 'eth_sendTransaction', params: [transaction] }, 'eip155:31337')
    // The node answers before the block is made.
    const receipt = () => client.request({ method: 'eth_getTransactionReceipt', params: [hash] }, 'eip155:31337')
    await expect.poll(receipt).toMatchObject({ status: '0x1' })
    await page.reload()
    await page.getByRole('group', { name: 'Session Dapp' }).waitFor()
    expect(await page.getByRole('alert').innerText()).toBe('')
    expect(faults).toEqual([])
  })

  it('signs and sends on the other three kinds of chain, shown before it is approved', async () => {
    const { solana, bitcoin, polkadot } = sandbox()
    const client = await dapp()
    const { uri, session } = await connect(client, {
      solana: {
        chains: [solana.caipNetworkId],
        methods: ['solana_signMessage', 'solana_signAndSendTransaction'],
        events: [],
      },
      bip122: {
        chains: [bitcoin.caipNetworkId],
        methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
        events: [],
      },
      polkadot: {
        chains: [polkadot.caipNetworkId],
        methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
        events: [],
      },
    })
    const { page, faults, requests } = await open(`?uri=${encodeURIComponent(uri)}`)
    await press(page, 'Approve')
    const granted = (await session)?.namespaces
    const first = (namespace: string) => granted?.[namespace]?.accounts[0]?.split(':')[2] ?? ''
    expect([first('solana'), first('bip122'), first('polkadot')]).toEqual([
      solana.accounts[0]?.address,
      bitcoin.accounts[0]?.address,
      polkadot.accounts[0]?.address,
    ])
    const request = page.getByRole('region', { name: 'Request' })
    const approved = async <T>(asked: Promise<T>, shown: string): Promise<T> => {
      asked.catch(() => {})
      await request.getByText(shown).first().waitFor()
      await press(page, 'Approve')
      return asked
    }

    const connection = new Connection(solana.rpcUrl, 'confirmed')
    const payer = new PublicKey(first('solana'))
    const to = Keypair.generate().publicKey
    const { blockhash } = await connection.getLatestBlockhash()
    const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 7_000_000 })]
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
    const bytes = new VersionedTransaction(message.compileToV0Message()).serialize()
    const transaction = Buffer.from(bytes).toString('base64')
    const method = 'solana_signAndSendTransaction'
    const sent = client.request({ method, params: { transaction, pubkey: payer.toBase58() } }, solana.caipNetworkId)
    await approved(sent, 'Sign and send a transaction')
    expect(await connection.getBalance(to)).toBe(7_000_000)

    const transfer = { account: first('bip122'), recipientAddress: bitcoin.accounts[1]?.address, amount: '123456' }
    const paid = client.request<{ txid: string }>({ method: 'sendTransfer', params: transfer }, bitcoin.caipNetworkId)
    const { txid } = await approved(paid, '123456 sat')
    const mined = await fetch(`${bitcoin.url}/tx/${txid}`)
    expect(await mined.json()).toMatchObject({
      status: { confirmed: true },
      vin: [{ prevout: { value: 1_000_000_000 } }],
    })

    const words = { address: first('polkadot'), message: 'Signed on the page' }
    const asked = client.request<{ signature: `0x${string}` }>(
      { method: 'polkadot_signMessage', params: words },
      polkadot.caipNetworkId,
    )
    const { signature } = await approved(asked, words.message)
    await cryptoWaitReady()
    expect(signatureVerify(words.message, signature, words.address)).toMatchObject({ isValid: true, crypto: 'sr25519' })
    expect(faults).toEqual([])
    expect(requests.map((url) => new URL(url).host).filter((host) => host !== new URL(sandbox().url).host)).toEqual([])
  })

  it('signs in with the session by one approval, after it showed the message; and says no', async () => {
    const { page, faults } = await open()
    const client = await dapp()
    const ask = async () => {
      const uri = new Promise<string>((resolve) => client.once('display_uri', resolve))
      const answer = client.authenticate({
        chains: ['eip155:1', 'eip155:31338', 'eip155:31337'],
        methods: ['personal_sign', 'eth_sign'],
        domain: 'dapp.example',
        uri: 'https://dapp.example',
        nonce: 'abcdefgh12345678',
        statement: 'Welcome back.',
      })
      answer.catch(() => {})
      await page.getByRole('textbox', { name: 'Pairing URI' }).fill(await uri)
      await press(page, 'Pair')
      return { answer }
    }
    const question = page.getByRole('region', { name: 'Session and sign-in' })
    const no = await ask()
    await question.getByText('Dapp wants to connect and sign you in').waitFor()
    await press(page, 'Reject')
    await expect(no.answer).rejects.toBe('User rejected.')

    const { answer } = await ask()
    await question.getByText('dapp.example wants you to sign in with your Ethereum account:').waitFor()
    // Methods that the wallet does not support are not in the signed text.
    await question.getByText("(1) 'request': 'personal_sign' for 'eip155'.").waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await checkThemes(page)
    await press(page, 'Approve')
    const { auths, session } = await answer
    const [auth] = auths ?? []
    const account = sandbox().accounts[0]?.address ?? '0x'
    expect(auth?.p.iss).toBe(`did:pkh:eip155:31338:${account}`)
    const message = client.client.engine.formatAuthMessage({ request: auth?.p as never, iss: auth?.p.iss ?? '' })
    expect(await verifyMessage({ address: account, message, signature: auth?.s.s as Hex })).toBe(true)
    expect([...(session?.namespaces['eip155']?.accounts ?? [])].sort()).toEqual(
      ['eip155:31337', 'eip155:31338'].map((chain) => `${chain}:${account}`),
    )
    await page.getByRole('group', { name: 'Session Dapp' }).waitFor()
    expect(faults).toEqual([])
  })

  it('shows the fields of typed data and of a transaction, and says when a request is wrong', async () => {
    const client = await dapp()
    const { uri, session } = await connect(client)
    const { page } = await open(`?uri=${encodeURIComponent(uri)}`)
    await press(page, 'Approve')
    await session
    const typed = {
      domain: { name: 'Shop', chainId: 31337 },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order' as const,
      message: { item: 'a teapot' },
    }
    const params = [address(client), JSON.stringify(typed)]
    const signed = client.request<Hex>({ method: 'eth_signTypedData_v4', params }, 'eip155:31337')
    const request = page.getByRole('region', { name: 'Request' })
    await request.getByText('"item": "a teapot"').waitFor()
    await press(page, 'Approve')
    expect(await verifyTypedData({ ...typed, address: address(client), signature: await signed })).toBe(true)

    const transaction = { from: address(client), to: sandbox().accounts[8]?.address, value: '0x2a', data: '0xabcd' }
    const sent = client.request({ method: 'eth_sendTransaction', params: [transaction] }, 'eip155:31337')
    sent.catch(() => {})
    for (const text of ['42 wei', '0xabcd', transaction.to ?? ''])
      await request.getByText(text, { exact: true }).waitFor()
    await press(page, 'Reject')
    await expect(sent).rejects.toMatchObject({ code: 4001 })

    const stranger = [{ ...transaction, from: sandbox().accounts[9]?.address }]
    const wrong = client.request({ method: 'eth_sendTransaction', params: stranger }, 'eip155:31337')
    wrong.catch(() => {})
    await request.getByText('The session has no account').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true)
    await press(page, 'Reject')
    await expect(wrong).rejects.toMatchObject({ code: 4001 })
  })

  it('changes chain and accounts by its buttons and by its handle', async () => {
    const client = await dapp()
    const chains: unknown[] = []
    const accounts: unknown[] = []
    client.on('chainChanged', (chain: unknown) => chains.push(Number(chain)))
    client.on('accountsChanged', (list: unknown[]) => accounts.push(list.length))
    const { uri, session } = await connect(client)
    const { page } = await open(`?uri=${encodeURIComponent(uri)}`)
    await press(page, 'Approve')
    await session
    await page.getByRole('combobox', { name: 'Network for Dapp' }).selectOption('eip155:31338')
    await press(page, 'Switch network: Dapp')
    await until(() => chains.length === 1, 'chainChanged')
    await press(page, '2 accounts')
    await until(() => accounts.at(-1) === 2, 'accountsChanged')
    await page.evaluate(() => window.wallet?.switchChain('eip155:31337'))
    await until(() => chains.length === 2, 'the second chainChanged')
    expect(chains).toEqual([31338, 31337])
    expect(await page.evaluate(() => window.wallet?.sessions()[0]?.accounts.length)).toBe(4)
    const extended = new Promise((resolve) => client.client.once('session_extend', resolve))
    await press(page, 'Extend: Dapp')
    await extended
    await page.evaluate(() => window.wallet?.disconnect())
    await until(() => client.client.session.length === 0, 'the end of the session')
  })

  it('says what is wrong with a URI, and why a proposal can only be rejected', async () => {
    const { page } = await open()
    await page.getByRole('textbox', { name: 'Pairing URI' }).fill('wc:nonsense')
    await press(page, 'Pair')
    await expect.poll(() => page.getByRole('alert').innerText()).not.toBe('')
    const client = await dapp()
    const { uri, session } = await connect(client, {
      sui: { chains: ['sui:devnet'], methods: ['sui_signPersonalMessage'], events: [] },
    })
    await page.getByRole('textbox', { name: 'Pairing URI' }).fill(uri)
    await press(page, 'Pair')
    await page.getByText('none of the networks').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true)
    await press(page, 'Reject')
    await expect(session).rejects.toMatchObject({ code: 5000 })
  })

  it('is served under a strict policy, to this machine only', async () => {
    const answer = await fetch(`${sandbox().url}/wallet`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:*")
    expect(await answer.text()).toContain('Test keys only')
    const foreign = await fetch(`${sandbox().url}/wallet.js`, { headers: { origin: 'https://site.example' } })
    expect(foreign.status).toBe(403)
  })
})
