/** axe-core finds no violation in the views of email and social login, and in the login service's own pages. */
import { encodeFunctionData, erc20Abi } from 'viem'
import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { check, checkPage } from '../support/axe.ts'
import { account, asks, inHex, request, someone } from '../support/embeddedPage.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { approve, frameOf, titled, useLogin } from '../support/login.ts'
import { readRequest } from '../support/readRequest.ts'
import { askToClose } from '../support/askToClose.ts'

const flow = useFlow()
const { visitLogin, codeAfter, begin, enter, login } = useLogin(flow)
afterEach(() => flow.sandbox().login.clear())

const PERSON = '0x00000000000000000000000000000000000a11ce'

/** Checks the frame's own document, once its buttons are enabled. */
async function checkFrame(visit: Visited, what: string) {
  await readRequest(frameOf(visit))
  await frameOf(visit).locator('button.key:enabled').waitFor()
  await checkDrawn(visit, what)
}
async function checkDrawn(visit: Visited, what: string) {
  const held = visit.page.frames().find((each) => each.url().startsWith(`${flow.sandbox().secureSite}/sdk`))
  if (!held) throw new Error('There is no frame')
  await checkPage(held, what)
}
/** Logs in with a Solana account, and asks to close it in favour of somebody else. */
async function askToCloseAccount(visit: Visited) {
  await login(visit, someone())
  await askToClose(visit.page)
  await asks(visit)
  await frameOf(visit).getByText('All SOL in this account goes to somebody else').first().waitFor()
}
const newPage = async ({ page }: Visited, url: string): Promise<Page> => {
  const other = await page.context().newPage()
  await other.goto(url)
  return other
}

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  const visitIn = (features: object = {}) =>
    visitLogin({ config: { theme: { mode }, features: { email: {}, ...features } }, context: { colorScheme: mode } })

  it('has no violation in a social login', async () => {
    const visit = await visitIn({ socials: true })
    await visit.open()
    await visit.button('Continue with Google').waitFor()
    await check(visit, 'Connect, with every login')
    await visit.button('More social logins').click()
    await titled(visit, 'All socials')
    await visit.button('Facebook').waitFor()
    await check(visit, 'ConnectSocials')
    const [popup] = await Promise.all([visit.page.waitForEvent('popup'), visit.button('Facebook').click()])
    await popup.getByRole('button', { name: 'Continue as Ada Lovelace' }).waitFor()
    await checkPage(popup, 'the provider’s page')
    await visit.modal.getByText('Continue in the Facebook window').waitFor()
    await check(visit, 'ConnectingSocial')
    await visit.button('Cancel').click()
    await titled(visit, 'All socials')
    await visit.button('Farcaster').click()
    await visit.modal.getByRole('img', { name: 'QR code to log in with Farcaster' }).waitFor()
    await check(visit, 'ConnectingFarcaster')
    const dashboard = await newPage(visit, `${flow.sandbox().secureSite}/dashboard`)
    await dashboard.getByLabel('Email').waitFor()
    await checkPage(dashboard, 'the dashboard’s login')
  })

  it('has no violation in an email login and a change of address', async () => {
    const [email, next] = [someone(), someone()]
    const { login: service } = flow.sandbox()
    service.set({ devices: true, resendAfter: 0 })
    const visit = await visitIn()
    const since = Date.now()
    await begin(visit, email)
    await titled(visit, 'Register Device')
    await check(visit, 'EmailVerifyDevice')
    const device = await newPage(visit, (await service.nextMail(email, since)).link ?? '')
    await device.getByRole('button', { name: 'Approve' }).waitFor()
    await checkPage(device, 'the approval of a device')
    const code = await codeAfter(() => device.getByRole('button', { name: 'Approve' }).click(), email)
    await titled(visit, 'Confirm Email')
    await check(visit, 'EmailVerifyOtp')
    await enter(visit, code === '111111' ? '222222' : '111111')
    await visit.modal.getByText('Invalid code. Try again.').waitFor()
    await check(visit, 'EmailVerifyOtp, a wrong code')
    await enter(visit, code)
    await visit.status('connected')
    await visit.open()
    await visit.modal.getByRole('tab', { name: 'Smart account' }).waitFor()
    await check(visit, 'Account, with its type')
    await visit.button('Edit email').click()
    await titled(visit, 'Edit Email')
    await visit.modal.getByLabel('Your email').fill(next)
    await check(visit, 'UpdateEmailWallet')
    await visit.button('Change email').click()
    const shown = frameOf(visit).getByRole('heading', { name: 'Change your email address' })
    await shown.waitFor()
    await check(visit, 'A change of address in the frame')
    const primary = await codeAfter(() => approve(visit), email)
    await titled(visit, 'Confirm Current Email')
    await check(visit, 'UpdateEmailPrimaryOtp')
    const secondary = await codeAfter(() => enter(visit, primary), next)
    await titled(visit, 'Confirm New Email')
    await check(visit, 'UpdateEmailSecondaryOtp')
    await enter(visit, secondary)
    await visit.modal.locator('.toast', { hasText: 'Email changed' }).waitFor()
    await visit.page.evaluate(() => kit.open({ view: 'UpgradeEmailWallet' }))
    await visit.modal.getByText('Take your wallet anywhere').waitFor()
    await check(visit, 'UpgradeEmailWallet')
  })

  it('has no violation in an embedded wallet’s requests, in the modal and in the frame', async () => {
    const visit = await visitIn()
    await login(visit, someone())
    const { address } = await account(visit)
    const token = flow.sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [PERSON, 2n ** 256n - 1n] })
    const typed = {
      domain: { name: 'Harbor', chainId: 31337 },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'A boat' },
    }
    for (const [what, method, params, shown, isLong] of [
      ['a message', 'personal_sign', [inHex('Good morning'), address], 'Good morning', false],
      ['typed data', 'eth_signTypedData_v4', [address, JSON.stringify(typed)], 'A boat', true],
      [
        'a transfer',
        'eth_sendTransaction',
        [{ from: address, to: PERSON, value: '0x38d7ea4c68000' }],
        '0.001 ETH',
        false,
      ],
      [
        'an approval',
        'eth_sendTransaction',
        [{ from: address, to: token, data: approval }],
        'is a person’s account',
        true,
      ],
    ] as const) {
      await visit.page.setViewportSize({ width: 1280, height: 800 })
      const answer = await request(visit, method, params)
      await asks(visit)
      await visit.modal.getByText(shown).first().waitFor()
      if (what !== 'a message') {
        // The request before it was closed a moment ago.
        const next = frameOf(visit).getByRole('button', { name: 'Show the new request' })
        await next.waitFor()
        await checkDrawn(visit, `the frame before ${what}`)
        await next.click()
      }
      await checkFrame(visit, `the frame, ${what}`)
      await check(visit, `ApproveTransaction, ${what}`)
      if (isLong) {
        await visit.page.setViewportSize({ width: 360, height: 740 })
        await checkFrame(visit, `the frame, ${what}, at 360 px`)
        await check(visit, `ApproveTransaction, ${what}, at 360 px`)
      }
      await visit.button('Close').click()
      await expect(answer()).rejects.toThrow('aborted')
    }
  })

  it('has no violation in a request that gives the money of a Solana account away', async () => {
    const visit = await visitLogin({
      namespaces: ['solana'],
      config: { theme: { mode }, networks: [], features: { email: {} } },
      context: { colorScheme: mode },
    })
    await askToCloseAccount(visit)
    await check(visit, 'ApproveTransaction, a closed account')
    await checkFrame(visit, 'the frame, a closed account')
  })
})

it('in forced colours, the summary and what the frame shows have outlines, and Approve is filled', async () => {
  const visit = await visitLogin({
    namespaces: ['solana'],
    config: { networks: [], features: { email: {} } },
    context: { forcedColors: 'active' },
  })
  await askToCloseAccount(visit)
  const width = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineWidth)
  await expect.poll(() => width(visit.modal.locator('.approve-said'))).toBe('1px')
  const frame = frameOf(visit)
  await readRequest(frame)
  for (const part of ['.warning', 'dl', '.actions button >> nth=0'])
    expect(await width(frame.locator(part).first())).toBe('1px')
  const [reject, approve] = await frame
    .locator('.actions button')
    .evaluateAll((all) => all.map((button) => getComputedStyle(button).backgroundColor))
  expect(approve).not.toBe(reject)
})
