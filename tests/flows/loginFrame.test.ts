/** The login service's frame in a real browser, in a minimal page of another origin. */
import { createPublicClient, defineChain, http, type Hex } from 'viem'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useFaults } from '../support/faults.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { inHex } from '../support/heldFrame.ts'
import { readRequest } from '../support/readRequest.ts'
import { useSandbox } from '../support/sandbox.ts'
import { pressLast } from '../support/pressLast.ts'

const TOKEN = '0x00000000000000000000000000000000000c0de1'
const sandbox = useSandbox()
const browser = useBrowser()
const undo: (() => Promise<unknown>)[] = []
let site: Holder
beforeAll(async () => {
  site = await serveHolder()
})
afterAll(() => site.stop())
const watch = useFaults()
afterEach(async () => {
  await Promise.all(undo.splice(0).map((close) => close()))
  sandbox().login.clear()
})

type Held = Awaited<ReturnType<typeof open>>
async function open({ port = true, holder = site, page: given = undefined as Page | undefined } = {}) {
  const page = given ?? (await (await newContext()).newPage())
  page.setDefaultTimeout(10_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await holder.hold(page, sandbox().secureSite, { port })
  const frame = page.frameLocator('#frame')
  const ask = <T>(name: string, payload?: unknown, id?: string) =>
    page.evaluate(([n, p, i]) => window.framed?.ask(n, p, i), [name, payload, id] as [
      string,
      unknown,
      string?,
    ]) as Promise<T>
  return {
    page,
    frame,
    ask,
    faults,
    rpc: <T>(method: string, params: unknown, id?: string) =>
      ask<T>('RPC_REQUEST', { method, params, chainId: 31337 }, id),
    heard: () => page.evaluate(() => window.framed?.heard ?? []),
    press: async (name: string) => {
      if (name === 'Approve') await readRequest(frame)
      await frame.getByRole('button', { name, exact: true }).hover({ force: true })
      await frame.getByRole('button', { name, exact: true }).click()
    },
  }
}
async function newContext() {
  const context = await browser().newContext({ viewport: { width: 800, height: 700 } })
  undo.push(() => context.close())
  watch(context)
  return context
}

let count = 0
async function login({ ask }: Held, email = `frame${++count}@example.com`) {
  const since = Date.now()
  expect(await ask('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_OTP' })
  const { code } = await sandbox().login.nextMail(email, since)
  await ask('CONNECT_OTP', { otp: code })
  const user = await ask<{ address: Hex; email: string; accounts: { address: Hex; type: string }[] }>('GET_USER', {
    chainId: 31337,
  })
  return { ...user, eoa: user.accounts.find(({ type }) => type === 'eoa')?.address ?? '0x' }
}
const client = () => {
  const rpcUrls = { default: { http: [sandbox().chains[0]?.rpcUrl ?? ''] } }
  const chain = defineChain({
    id: 31337,
    name: 'Sandbox',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls,
  })
  return createPublicClient({ chain, transport: http(), pollingInterval: 20 })
}

describe.each([true, false])('with a port: %s', (port) => {
  it('logs in by email, shows what will be signed and for which site, and signs what was approved', async () => {
    const held = await open({ port })
    const { eoa, address, email } = await login(held)
    expect(email).toMatch(/^frame/)
    expect(address).not.toBe(eoa)
    await held.ask('SYNC_DAPP_DATA', {
      projectId: 'tests',
      metadata: { name: 'A site', description: '', url: '', icons: [] },
    })
    await held.ask('SYNC_THEME', { themeMode: 'dark', themeVariables: { '--wk-accent': '#ffcc00' } })
    const message = 'Good morning\nfrom the page'
    const signing = held.rpc<Hex>('personal_sign', [inHex(message), eoa])
    await held.frame.getByRole('heading', { name: 'Sign a message' }).waitFor()
    const text = await held.frame.locator('main').innerText()
    for (const shown of [message, site.url, 'A site', eoa, 'Sandbox One']) expect(text).toContain(shown)
    await held.press('Approve')
    expect(await client().verifyMessage({ address: eoa, message, signature: await signing })).toBe(true)
    await held.frame.getByText('Nothing waits for your approval.').waitFor()
    const heard = await held.heard()
    expect(heard.filter(({ by }) => by === 'window').map(({ type }) => type)).toEqual(
      port ? ['@w3m-frame/READY'] : heard.map(({ type }) => type),
    )
    expect(heard.map(({ type }) => type)).toContain('@w3m-frame/SESSION_UPDATE')
    expect(held.faults).toEqual([])
  })
})

describe('a request', () => {
  it('is rejected or aborted with the messages that the page knows', async () => {
    const held = await open()
    const { eoa } = await login(held)
    const first = held.rpc('personal_sign', [inHex('No'), eoa]).catch((error: Error) => error.message)
    await held.press('Reject')
    expect(await first).toContain('User rejected the request.')
    const second = held.rpc('personal_sign', [inHex('Never'), eoa], 'second').catch((error: Error) => error.message)
    await held.frame.getByText('Never').waitFor()
    await held.page.evaluate(() => window.framed?.abort('second'))
    expect(await second).toContain('Request was aborted')
    await held.frame.getByText('Nothing waits').waitFor()
    await expect(held.rpc('eth_sign', [])).rejects.toThrow('Requested RPC call is not allowed')
    expect(BigInt(await held.rpc<Hex>('eth_getBalance', [eoa, 'latest']))).toBeGreaterThan(0n)
  })

  it('sends a transaction that is mined, and a batch in one user operation', async () => {
    const held = await open()
    const { eoa, address } = await login(held)
    const to = '0x00000000000000000000000000000000000A11cE'
    const sending = held.rpc<Hex>('eth_sendTransaction', [{ from: eoa, to, value: '0x38d7ea4c68000' }])
    await held.frame.getByText('0.001 ETH').waitFor()
    await held.press('Approve')
    expect((await client().waitForTransactionReceipt({ hash: await sending })).status).toBe('success')
    const calls = [
      { to, value: '0x1' },
      { to, value: '0x2' },
    ]
    const batch = held.rpc<{ id: string }>('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x7a69', from: address, calls },
    ])
    await held.frame.getByRole('heading', { name: 'Make 2 calls at once' }).waitFor()
    await held.press('Approve')
    const { id } = await batch
    const status = await held.rpc<{ receipts: object[] }>('wallet_getCallsStatus', [id])
    expect(status).toMatchObject({ status: 200, atomic: true })
    expect(status.receipts).toHaveLength(1)
    expect(await client().getBalance({ address: to })).toBe(1_000_000_000_000_003n)
  })

  it('warns about a sign-in at another site, and about unlimited token approvals', async () => {
    const held = await open()
    const { eoa } = await login(held)
    const message = `evil.example wants you to sign in with your Ethereum account:\n${eoa}`
    const first = held.rpc('personal_sign', [inHex(message), eoa]).catch(() => {})
    await held.frame.getByText('This signs you in at evil.example').waitFor()
    await held.press('Reject')
    await first
    const data = `0x095ea7b3${'0'.repeat(24)}${eoa.slice(2)}${'f'.repeat(64)}`
    const second = held.rpc('eth_sendTransaction', [{ from: eoa, to: TOKEN, data }]).catch(() => {})
    await held.frame.getByText('all of it, without limit').waitFor()
    await held.press('Reject')
    await second
  })
})

describe('a change of address that the page asks for', () => {
  it('is shown with the old and the new one, and sends no mail until a person approves it', async () => {
    const held = await open()
    const { email } = await login(held)
    sandbox().login.set({ advance: 30_000 })
    const [thief, mails] = ['thief@example.com', sandbox().login.mails().length]
    const asked = held.ask('UPDATE_EMAIL', { email: thief }).catch((error: Error) => error.message)
    await held.frame.getByRole('heading', { name: 'Change your email address' }).waitFor()
    const text = await held.frame.locator('main').innerText()
    for (const shown of [email, thief, site.url, 'can log in to your account']) expect(text).toContain(shown)
    // Codes do not help before the approval: none was sent.
    await expect(held.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: '000000' })).rejects.toThrow('Ask for a new code first')
    await held.press('Reject')
    expect(await asked).toContain('User rejected the request.')
    expect(sandbox().login.mails()).toHaveLength(mails)
    const again = held.ask('UPDATE_EMAIL', { email: thief })
    await held.press('Approve')
    expect(await again).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    // Another code for the same change needs no second approval.
    sandbox().login.set({ advance: 30_000 })
    expect(await held.ask('UPDATE_EMAIL', { email: thief })).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  })

  it('is not made to another account that signs in while a person reads it', async () => {
    const held = await open()
    await login(held)
    sandbox().login.set({ resendAfter: 0 })
    const asked = held.ask('UPDATE_EMAIL', { email: 'thief@example.com' }).catch((error: Error) => error.message)
    await held.frame.getByRole('heading', { name: 'Change your email address' }).waitFor()
    const { email: victim } = await login(held)
    const mails = sandbox().login.mails().length
    await held.press('Approve')
    expect(await asked).toContain('Another account is signed in now')
    expect(sandbox().login.mails()).toHaveLength(mails)
    expect(await held.ask('GET_USER', { chainId: 31337 })).toMatchObject({ email: victim })
  })

  it('is undone by the link in the mail to the old address', async () => {
    const held = await open()
    const { email } = await login(held)
    sandbox().login.set({ resendAfter: 0 })
    const next = `next-${email}`
    const asked = held.ask('UPDATE_EMAIL', { email: next })
    await held.press('Approve')
    await asked
    await held.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: (await sandbox().login.nextMail(email)).code })
    await held.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: (await sandbox().login.nextMail(next)).code })
    const page = await held.page.context().newPage()
    await page.goto((await sandbox().login.nextMail(email)).link ?? '')
    await page.getByText(next).waitFor()
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await page.getByRole('heading', { name: 'The change is undone' }).waitFor()
    expect(await held.ask('IS_CONNECTED', {})).toEqual({ isConnected: false })
  })
})

describe('Farcaster', () => {
  it('is approved on the sandbox’s wallet page under its chosen name', async () => {
    const held = await open()
    const { url } = await held.ask<{ url: string }>('GET_FARCASTER_URI')
    const waiting = held.ask('CONNECT_FARCASTER')
    const wallet = await held.page.context().newPage()
    await wallet.goto(url)
    await wallet.getByText(`${site.url} wants to know who you are.`).waitFor()
    await wallet.getByLabel('Name').selectOption({ label: '@olivia (2)' })
    await wallet.getByRole('button', { name: 'Approve' }).click()
    await wallet.getByText('Signed in as @olivia.').waitFor()
    expect(await waiting).toEqual({ userName: 'olivia' })
    expect(await held.ask('GET_USER', { chainId: 31337 })).toMatchObject({ userName: 'olivia' })
  })
})

describe('a social login', () => {
  it('goes through a popup, which sends the result to its opener and closes', async () => {
    const held = await open()
    const { uri } = await held.ask<{ uri: string }>('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
    const told = held.page.evaluate(
      (from) =>
        new Promise<string>((resolve) => {
          window.addEventListener('message', ({ data, origin }: MessageEvent<{ resultUri?: string }>) => {
            if (origin === from && data.resultUri) resolve(data.resultUri)
          })
        }),
      sandbox().secureSite,
    )
    const opening = held.page.waitForEvent('popup')
    await held.page.evaluate((target) => void window.open(target, 'popup', 'width=600,height=800'), uri)
    const popup = await opening
    await pressLast(popup.getByRole('button', { name: 'Continue as Ada Lovelace' }))
    const resultUri = await told
    await expect.poll(() => popup.isClosed()).toBe(true)
    const user = await held.ask('CONNECT_SOCIAL', { uri: resultUri, chainId: 31337 })
    expect(user).toMatchObject({ email: 'ada@example.com', userName: 'Ada Lovelace' })
    expect(await held.ask('IS_CONNECTED', {})).toEqual({ isConnected: true })
  })
})

describe('the mail’s link', () => {
  it('approves a browser after a press of its button', async () => {
    sandbox().login.set({ devices: true })
    const held = await open()
    const email = 'device@example.com'
    expect(await held.ask('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' })
    const approved = held.ask('CONNECT_DEVICE')
    const { link = '' } = await sandbox().login.nextMail(email)
    const page = await held.page.context().newPage()
    await page.goto(link)
    await page.getByText(`log in at ${new URL(site.url).host} as ${email}`).waitFor()
    expect(page.url()).not.toContain('#')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await approved
    const { code } = await sandbox().login.nextMail(email)
    await held.ask('CONNECT_OTP', { otp: code })
    expect(await held.ask('GET_USER', { chainId: 31337 })).toMatchObject({ email })
  })
})

describe('the buttons', () => {
  it('ignore presses for half a second, and clicks from scripts', async () => {
    const held = await open()
    const { eoa } = await login(held)
    // Measure in the frame the time from the button's appearance until it is enabled.
    await held.frame.locator('main').evaluate((main) => {
      let shown: number | undefined
      new MutationObserver(() => {
        const button = main.querySelector<HTMLButtonElement>('button.key')
        if (!button) return
        shown ??= performance.now()
        if (!button.disabled) main.dataset['waited'] ??= String(performance.now() - shown)
      }).observe(main, { subtree: true, childList: true, attributes: true })
    })
    const signing = held.rpc('personal_sign', [inHex('Wait'), eoa]).catch((error: Error) => error.message)
    const approve = held.frame.getByRole('button', { name: 'Approve', exact: true })
    await held.frame.locator('main[data-waited]').waitFor()
    expect(Number(await held.frame.locator('main').getAttribute('data-waited'))).toBeGreaterThanOrEqual(500)
    await approve.evaluate((button: HTMLButtonElement) => button.click())
    await held.frame.getByText('Wait').waitFor()
    expect(await approve.isEnabled()).toBe(true)
    // A covered button is disabled.
    await held.page.evaluate(() => {
      const cover = document.createElement('div')
      cover.id = 'cover'
      Object.assign(cover.style, {
        position: 'fixed',
        inset: '0',
        background: 'white',
        opacity: '0.9',
        pointerEvents: 'none',
      })
      document.body.append(cover)
    })
    await expect.poll(() => approve.isDisabled()).toBe(true)
    await held.page.evaluate(() => document.getElementById('cover')?.remove())
    await held.press('Reject')
    expect(await signing).toContain('rejected')
  })
})

describe('a login', () => {
  it('survives a reload, only on its own site, and leaves no data with the page', async () => {
    const held = await open()
    const { address, email } = await login(held)
    const { code } = await sandbox().login.nextMail(email)
    await site.hold(held.page, sandbox().secureSite)
    expect(await held.ask('IS_CONNECTED', {})).toEqual({ isConnected: true })
    expect(await held.ask('GET_USER', { chainId: 31337 })).toMatchObject({ address })
    const stored = await held.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    )
    for (const secret of [email, code ?? '?', address]) expect(stored).not.toContain(secret)
    const other = await serveHolder('localhost')
    undo.push(other.stop)
    const elsewhere = await open({ page: await held.page.context().newPage(), holder: other })
    expect(await elsewhere.ask('IS_CONNECTED', {})).toEqual({ isConnected: false })
    await held.ask('SIGN_OUT')
    expect(await held.ask('IS_CONNECTED', {})).toEqual({ isConnected: false })
  })
})

describe('other windows', () => {
  it('are ignored: both a sibling frame and the window that opened the page', async () => {
    const held = await open({ port: false })
    const other = await serveHolder('localhost')
    undo.push(other.stop)
    // A frame of another origin in the same page can reach the login frame's window, but gets no answer.
    const answered = await held.page.evaluate(async (src) => {
      const beside = document.createElement('iframe')
      beside.src = src
      const loaded = new Promise((resolve) => beside.addEventListener('load', resolve))
      document.body.append(beside)
      await loaded
      return window.framed?.heard.length
    }, other.url)
    const [, , beside] = held.page.frames()
    await beside?.evaluate(() => {
      for (let at = 0; at < window.parent.frames.length; at++) {
        window.parent.frames[at]?.postMessage({ type: '@w3m-app/GET_CHAIN_ID', id: 'x' }, '*')
      }
    })
    expect(await held.ask('GET_CHAIN_ID')).toEqual({ chainId: 31337 })
    expect((await held.heard()).filter(({ type }) => type.includes('GET_CHAIN_ID'))).toHaveLength(1)
    expect(answered).toBe(1)
  })

  it('are ignored once there is a port, and invalid messages get an error or no response', async () => {
    const held = await open()
    await held.page.evaluate((origin) => {
      const frame = document.querySelector<HTMLIFrameElement>('#frame')
      frame?.contentWindow?.postMessage({ type: '@w3m-app/GET_CHAIN_ID', id: 'late' }, origin)
    }, sandbox().secureSite)
    expect(await held.ask('GET_CHAIN_ID')).toEqual({ chainId: 31337 })
    expect((await held.heard()).filter(({ type }) => type.includes('GET_CHAIN_ID'))).toHaveLength(1)
    await expect(held.ask('CONNECT_EMAIL', { email: 7 })).rejects.toThrow('expected email')
    expect(held.faults).toEqual([])
  })
})
