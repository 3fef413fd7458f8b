/** Smart sessions of an embedded wallet's account, on the sandbox's real contracts: granted, used and revoked. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { SETTLE_TIME } from '../../runtime/ui/useSettled.ts'
import { checkThemes } from '../support/axe.ts'
import { account, asks, gone, useEmbedded } from '../support/embeddedPage.ts'
import { expectFaults } from '../support/faults.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { approve, reject, titled } from '../support/login.ts'
import { press } from '../support/press.ts'
import { beginSession } from '../support/sessions.ts'

const flow = useFlow()
const { signedIn, client } = useEmbedded(flow)
const features = { email: {}, smartSessions: {} }
const DAY = 86_400

/** Sends the app's request. The page keeps its result. */
const ask = ({ page }: Visited, request: unknown) =>
  page.evaluate((asked) => {
    const heard: unknown[] = []
    const params = {
      request: asked,
      granted: (session: unknown) => void heard.push(session),
      failed: (error: Error) => void heard.push(error.message),
    }
    Object.assign(globalThis, { heard, asked: params })
    void kit.open({ view: 'SmartSessionRequest', params })
  }, request)
const heard = ({ page }: Visited) => page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard)

const allow = (visit: Visited) => press(visit, 'Allow', 'Smart session')

/** Approves both requests of a revocation: the wallet ends the permission on the chain, then the account signs. */
async function approveEnd(visit: Visited) {
  await asks(visit)
  await visit.modal.getByText('Take back a permission').waitFor()
  await approve(visit)
  await visit.modal.getByText('Revoke the smart session').waitFor()
  await approve(visit)
}

const dollar = () =>
  flow.sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address
const mayTransfer = (expiry = Math.floor(Date.now() / 1000) + DAY) => ({
  expiry,
  permissions: [
    { type: 'contract-call', data: { address: dollar(), functions: [{ selector: '0xa9059cbb' }], valueLimit: '0x0' } },
  ],
})

describe('a smart session', () => {
  it('shows what it grants, is used, listed, and ended on the chain and by a signature [S1.feat.12] [S1.sessions.01] [S1.sessions.02]', async () => {
    const visit = await signedIn({ config: { features } })
    const { address = '' } = await account(visit)
    const caipAddress = `eip155:31337:${address}`
    await ask(visit, mayTransfer())
    await visit.modal.getByText('wants to act for you').waitFor()
    await visit.modal.getByText('Call 0xa9059cbb on').waitFor()
    await allow(visit)
    await asks(visit)
    await approve(visit)
    await visit.modal.getByText('Session created').waitFor()
    await visit.button('Done').click()
    await gone(visit)
    expect(await heard(visit)).toHaveLength(1)
    const [{ pci }] = (await heard(visit)) as [{ pci: string }]
    expect(flow.sandbox().sessions.list(caipAddress)).toMatchObject([{ pci }])

    // The site's server acts without a prompt: only what was granted works.
    const data = (to: string) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, 0n] })
    const token = dollar() ?? '0x'
    const sent = await flow.sandbox().sessions.use(pci, [{ to: token, data: data(address) }])
    expect((await sent.wait()).success).toBe(true)
    await expect(flow.sandbox().sessions.use(pci, [{ to: address as Hex, value: 1n }])).rejects.toThrow()
    expect(await client().getCode({ address: address as Hex })).toBeDefined()

    await visit.open()
    await visit.button('Smart sessions').click()
    await titled(visit, 'Smart sessions')
    const path = `/v1/sessions/${encodeURIComponent(caipAddress)}`
    await expect
      .poll(() => visit.requests.some((url) => url.includes(path) || url.includes(decodeURIComponent(path))))
      .toBe(true)
    await visit.modal.getByRole('button', { name: /Ends/ }).click()
    await visit.button('Revoke').click()
    await approveEnd(visit)
    await expect.poll(() => flow.sandbox().sessions.list(caipAddress)[0]?.revokedAt).toBeGreaterThan(0)
    await expect(flow.sandbox().sessions.use(pci, [{ to: token, data: data(address) }])).rejects.toThrow('was revoked')
    // Nor does the account's contract take the key any more, whoever has it.
    const key = flow.sandbox().sessions.keyOf(pci)
    if (!key) throw new Error('The service has no key')
    const calls = [{ to: token, data: data(address) }]
    await expect(flow.sandbox().smartAccounts.sendCallsWith(31337, key, address as Hex, calls)).rejects.toThrow('AA24')
    await visit.page.evaluate(() => kit.open({ view: 'SmartSessionList' }))
    await visit.modal.getByText('No smart sessions').waitFor()
  })

  it('is not granted when the visitor declines here or in the wallet; the app gets the reason once', async () => {
    const visit = await signedIn({ config: { features } })
    await ask(visit, mayTransfer())
    await visit.button('Decline').click()
    await gone(visit)
    await expect.poll(() => heard(visit)).toEqual(['The smart session was not granted'])
    await ask(visit, mayTransfer())
    await allow(visit)
    await asks(visit)
    await reject(visit)
    // The request is shown again, so that the visitor can decide otherwise before leaving.
    await visit.button('Allow').waitFor()
    await visit.page.waitForTimeout(1_200)
    expect(await heard(visit)).toEqual([])
    await visit.button('Decline').click()
    await gone(visit)
    await expect.poll(() => heard(visit)).toEqual(['User rejected the request.'])
    await ask(visit, mayTransfer())
    await allow(visit)
    await asks(visit)
    await visit.button('Close').click()
    await gone(visit)
    await expect.poll(() => heard(visit)).toEqual(['Request was aborted'])
    const { address } = await account(visit)
    expect(flow.sandbox().sessions.list(`eip155:31337:${address}`)).toEqual([])
  })

  it('that is requested again with the same parameters gets an answer again', async () => {
    const visit = await signedIn({ config: { features } })
    await ask(visit, mayTransfer())
    for (const count of [1, 2, 3]) {
      await visit.button('Allow').waitFor()
      await visit.page.keyboard.press('Escape')
      await gone(visit)
      await expect.poll(() => heard(visit)).toHaveLength(count)
      await visit.page.evaluate(() => {
        const { asked } = globalThis as unknown as { asked: unknown }
        void kit.open({ view: 'SmartSessionRequest', params: asked })
      })
    }
    await allow(visit)
    await asks(visit)
    await approve(visit)
    await visit.modal.getByText('Session created').waitFor()
    expect(await heard(visit)).toHaveLength(4)
  })

  it('that replaces another one on the screen is not allowed by the press that was meant for that', async () => {
    const visit = await signedIn({ config: { features } })
    await ask(visit, mayTransfer())
    // The time after which the button of the first request takes a press.
    await visit.page.waitForTimeout(SETTLE_TIME + 200)
    const place = () => visit.button('Allow').boundingBox()
    const box = await place()
    await visit.page.evaluate(
      (other) => {
        const { asked } = globalThis as unknown as { asked: object }
        void kit.open({ view: 'SmartSessionRequest', params: { ...asked, request: other } })
      },
      mayTransfer(Math.floor(Date.now() / 1000) + 2 * DAY),
    )
    await visit.page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await visit.page.waitForTimeout(SETTLE_TIME)
    expect(await visit.title.innerText()).toBe('Smart session')
    expect(await place()).toEqual(box)
    await allow(visit)
    await asks(visit)
  })

  it('says what it could take on the network that became active while the visitor was asked', async () => {
    const visit = await flow.visit({ config: { features: { smartSessions: {} } } })
    await visit.connect()
    const data = { address: dollar(), allowance: '0xffffffffff', period: '1d' }
    await ask(visit, { ...mayTransfer(), permissions: [{ type: 'erc20-recurring-allowance', data }] })
    const takes = (amount: string) => visit.modal.getByText('It can take everything').filter({ hasText: amount })
    await takes('2500.123457 USDC').waitFor()
    await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
    await takes('5000.246914 USDC').waitFor()
    expect(await takes('2500.123457 USDC').count()).toBe(0)
  })

  it('that ends while the visitor is on another screen leaves that screen alone', async () => {
    await beginSession(flow.sandbox())
    const visit = await flow.visit({ config: { features: { smartSessions: {} } } })
    await visit.connect()
    await visit.open()
    await visit.button('Smart sessions').click()
    await visit.button(/Ends/).click()
    await visit.wallet('set', { answer: 'hold' })
    await visit.button('Revoke').click()
    await visit.modal.getByText('Confirm in Test wallet').waitFor()
    await visit.button('Back').click()
    await titled(visit, 'Smart sessions')
    await visit.wallet('settle', 'approve')
    await visit.modal.getByText('No smart sessions').waitFor()
    expect(await visit.title.innerText()).toBe('Smart sessions')
  })

  it('is looked up again when the network changes before the service has answered', async () => {
    const visit = await flow.visit({ config: { features: { smartSessions: {} } } })
    await visit.connect()
    flow.sandbox().faults.set({ path: '/v1/sessions', kind: 'delay', ms: 5_000, times: 1 })
    await visit.page.evaluate(() => kit.open({ view: 'SmartSessionDetail', params: { pci: 'gone' } }))
    await visit.modal.getByRole('status', { name: 'Loading sessions' }).waitFor()
    await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
    await visit.modal.getByText('This session has ended').waitFor({ timeout: 8_000 })
  })

  it('is a card in the list, which says what it allows and ends it', async () => {
    const visit = await signedIn({ config: { features } })
    await ask(visit, mayTransfer())
    await allow(visit)
    await asks(visit)
    await approve(visit)
    await visit.button('See sessions').click()
    const card = visit.modal.getByRole('list', { name: 'Smart sessions' }).locator('> li')
    await card.waitFor()
    const short = `${dollar()?.slice(0, 6)}…${dollar()?.slice(-4)}`
    const may = card.getByRole('list', { name: 'It may' }).getByRole('listitem')
    expect(await may.allInnerTexts()).toEqual([`Call 0xa9059cbb on ${short}`])
    // Each button names the session that it ends.
    await card.getByRole('button', { name: /^Revoke \S/ }).click()
    await approveEnd(visit)
    await visit.modal.getByText('No smart sessions').waitFor()
    const { address } = await account(visit)
    expect(flow.sandbox().sessions.list(`eip155:31337:${address}`)[0]?.revokedAt).toBeGreaterThan(0)
  })

  it('is listed with the approvals, from where its own screen ends it', async () => {
    const visit = await signedIn({ config: { features: { ...features, approvals: {} } } })
    await ask(visit, mayTransfer())
    await allow(visit)
    await asks(visit)
    await approve(visit)
    await visit.button('Done').click()
    await gone(visit)
    await visit.open()
    await visit.button('Approvals').click()
    await visit.modal.getByText('No token approvals found').waitFor()
    const rows = visit.modal.getByRole('list', { name: 'Smart sessions' }).getByRole('listitem')
    await rows.getByText(/^Until/).waitFor()
    await checkThemes(visit, 'Approvals with a smart session')
    await rows.getByRole('button').click()
    await visit.button('Revoke').click()
    await approveEnd(visit)
    await titled(visit, 'Approvals')
    await expect.poll(() => rows.count()).toBe(0)
    const { address } = await account(visit)
    expect(flow.sandbox().sessions.list(`eip155:31337:${address}`)[0]?.revokedAt).toBeGreaterThan(0)
  })

  it('is created for the visitor even if the app fails to accept it; the failure goes to the page', async () => {
    const visit = await signedIn({ config: { features } })
    await ask(visit, mayTransfer())
    await visit.page.evaluate(() => {
      const { heard } = globalThis as unknown as { heard: unknown[] }
      heard.push = () => {
        throw new Error('The app took nothing')
      }
    })
    await allow(visit)
    await asks(visit)
    await approve(visit)
    await visit.modal.getByText('Session created').waitFor()
    await expectFaults(visit, [expect.stringContaining('The app took nothing')])
    expect(await heard(visit)).toEqual([])
  })

  it('with unsafe parameters is rejected before the wallet is asked', async () => {
    const visit = await flow.visit({ config: { features } })
    await visit.connect()
    await ask(visit, { permissions: mayTransfer().permissions })
    await visit.modal.getByText('A smart session needs an end').waitFor()
    await ask(visit, { ...mayTransfer(), permissions: [{ type: 'contract-call', data: {} }] })
    await visit.modal.getByText('must name the contracts').waitFor()
    await ask(visit, mayTransfer(Math.floor(Date.now() / 1000) + 40 * DAY))
    await visit.modal.getByText('lasts longer than 30 days').waitFor()
    expect(await visit.asked('wallet_grantPermissions')).toEqual([])
  })

  it('is not offered when the feature is off [S1.feat.12]', async () => {
    const visit = await flow.visit({ config: { features: { send: {} } } })
    await visit.connect()
    await visit.open()
    await visit.button('Disconnect').waitFor()
    expect(await visit.button('Smart sessions').count()).toBe(0)
  })
})
