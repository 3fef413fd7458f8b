/** The login frame's approval on pages that cover, cut off, move or fake it (reliability T20, P94, P99). */
import { createPublicClient, encodeFunctionData, erc20Abi, http, toHex, type Hex } from 'viem'
import type { Frame } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { type HeldFrame, holdFrame, inHex } from '../support/heldFrame.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const browser = useBrowser()
const undo: (() => Promise<unknown>)[] = []
let site: Holder
beforeAll(async () => {
  site = await serveHolder()
})
afterAll(() => site.stop())
afterEach(async () => {
  await Promise.all(undo.splice(0).map((close) => close()))
  sandbox().login.clear()
})
const hold = async () => {
  const held = await holdFrame(browser(), sandbox(), site)
  undo.push(held.close)
  return held
}
const THIEF = '0x00000000000000000000000000000000000A11cE'
const FRIEND = '0x00000000000000000000000000000000000b0b01'
const transfer = (held: HeldFrame, more: object = {}) =>
  held.outcome('eth_sendTransaction', [{ from: held.eoa, to: THIEF, value: '0x1', ...more }])
const client = () => createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl) })

/** Whether Approve is enabled at any time within two seconds. */
async function arms(held: HeldFrame): Promise<boolean> {
  const end = Date.now() + 2000
  while (Date.now() < end) {
    if ((await held.approve.count()) && (await held.approve.isEnabled({ timeout: 300 }).catch(() => false))) return true
    await held.page.waitForTimeout(50)
  }
  return false
}
/** Covers a part of the frame with an element of the page, which lets clicks through. */
const cover = ({ page }: HeldFrame, top: number, height: number) =>
  page.evaluate(
    ([y, size]) => {
      const box = document.querySelector('#frame')?.getBoundingClientRect()
      const made = document.createElement('div')
      made.className = 'cover'
      made.textContent = 'Claim your free reward'
      Object.assign(made.style, {
        position: 'fixed',
        left: `${box?.left ?? 0}px`,
        top: `${(box?.top ?? 0) + (y ?? 0)}px`,
        width: `${box?.width ?? 0}px`,
        height: `${size}px`,
        background: 'white',
        pointerEvents: 'none',
      })
      document.body.append(made)
    },
    [top, height],
  )
const uncover = ({ page }: HeldFrame) => page.evaluate(() => document.querySelector('.cover')?.remove())

describe('the approval', () => {
  it('never arms while its details are covered, however free its buttons are', async () => {
    const held = await hold()
    await cover(held, 0, 500)
    void transfer(held)
    await held.approve.waitFor()
    expect(await arms(held)).toBe(false)
    await held.frame.getByText('Something covers this request').waitFor()
    await uncover(held)
    expect(await arms(held)).toBe(true)
    // One line of text over a single row is enough.
    await cover(held, 200, 20)
    await expect.poll(() => held.approve.isEnabled()).toBe(false)
    expect(await arms(held)).toBe(false)
  })

  it.each([96, 104, 112, 130])('never arms in a frame that is cut to %i px', async (height) => {
    const held = await hold()
    await held.page.evaluate((size) => {
      const frame = document.querySelector<HTMLElement>('#frame')
      const box = document.createElement('div')
      Object.assign(box.style, { position: 'absolute', inset: '0 auto auto 0', width: '360px', height: '600px' })
      if (frame) Object.assign(frame.style, { clipPath: `inset(${600 - size}px 0 0 0)` })
    }, height)
    void transfer(held)
    await held.approve.waitFor()
    expect(await arms(held)).toBe(false)
    await held.style({ clipPath: '' })
    expect(await arms(held)).toBe(true)
    // If the frame is very small, it shows no request, only the button for a window.
    await held.style({ height: `${height}px` })
    await held.button('Review in a window').waitFor()
    expect(await held.approve.count()).toBe(0)
    await held.style({ height: '600px' })
    expect(await arms(held)).toBe(true)
  })

  it.each([
    ['transparent', { opacity: '0.5' }],
    ['tiny', { transform: 'scale(0.3)' }],
    ['half off the screen', { position: 'fixed', left: '-180px', top: '0' }],
    ['behind the page', { filter: 'blur(3px)' }],
  ])('never arms in a frame that is %s', async (_name, style) => {
    const held = await hold()
    await held.style(style)
    void transfer(held)
    await held.approve.waitFor()
    expect(await arms(held)).toBe(false)
  })

  it('arms anew half a second after it moved under the pointer, and ignores clicks of scripts [S7.frame.19]', async () => {
    const held = await hold()
    let settled = false
    void transfer(held).then(() => (settled = true))
    expect(await arms(held)).toBe(true)
    await held.approve.evaluate((element: HTMLButtonElement) => element.click())
    await held.approve.hover()
    await expect.poll(() => held.approve.isEnabled()).toBe(true)
    await held.style({ position: 'fixed', left: '20px', top: '10px' })
    const box = await held.approve.boundingBox()
    await held.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await expect.poll(() => held.approve.isEnabled(), { interval: 5 }).toBe(false)
    expect(await arms(held)).toBe(true)
    expect(settled).toBe(false)
    await held.page.mouse.click((box?.x ?? 0) + 21, (box?.y ?? 0) + 20)
    await expect.poll(() => settled).toBe(true)
  })

  it('arms later under a pointer that was there before, and soon once that has left and come back', async () => {
    const held = await hold()
    const corner = await held.page.locator('#frame').boundingBox()
    void transfer(held)
    expect(await arms(held)).toBe(true)
    const box = await held.approve.boundingBox()
    const over = (by = 0) => held.page.mouse.move((box?.x ?? 0) + 20 + by, (box?.y ?? 0) + 20)
    const armedAfter = async (begin: () => Promise<unknown>) => {
      await begin()
      await expect.poll(() => held.approve.isEnabled(), { interval: 5 }).toBe(false)
      const started = Date.now()
      await expect.poll(() => held.approve.isEnabled(), { interval: 5 }).toBe(true)
      return Date.now() - started
    }
    // The page raised the frame under the pointer, whose first movement here is on the button.
    expect(await armedAfter(over)).toBeGreaterThan(1_200)
    const covers = async (then: () => Promise<unknown>) => {
      await cover(held, 0, 500)
      await expect.poll(() => held.approve.isEnabled()).toBe(false)
      await uncover(held)
      await then()
    }
    expect(await armedAfter(() => covers(async () => {}))).toBeGreaterThan(1_200)
    const leaves = async () => {
      // Longer than the browser takes to say that nothing covers it any more.
      await held.page.waitForTimeout(300)
      await held.page.mouse.move((corner?.x ?? 0) + 40, (corner?.y ?? 0) + 40)
      await over(5)
    }
    expect(await armedAfter(() => covers(leaves))).toBeLessThan(1_200)
  })

  it('says that the page withdrew what was shown, and shows the next request when asked', async () => {
    const held = await hold()
    const [first, second] = ['first', 'second'].map((name) => name.padEnd(36, '0')) as [string, string]
    const sending = (to: string, id: string) =>
      held.outcome('eth_sendTransaction', [{ from: held.eoa, to, value: '0x5' }], id)
    const withdrawn = sending(FRIEND, first)
    await held.frame.locator('.scroll').getByText('0b01').waitFor()
    const next = sending(THIEF, second)
    await held.abort(first)
    expect(await withdrawn).toContain('aborted')
    await held.frame.getByText('The request that was here is gone. This is another one.').waitFor()
    expect(await held.approve.count()).toBe(0)
    await held.button('Show the new request').click()
    await held.frame.locator('.scroll').getByText('A11cE').waitFor()
    await held.press('Reject')
    expect(await next).toContain('rejected')
    // Nothing is announced after the person's own answer, nor where the same is asked again.
    const third = sending(FRIEND, 'third'.padEnd(36, '0'))
    await held.approve.waitFor()
    await held.abort('third'.padEnd(36, '0'))
    expect(await third).toContain('aborted')
    const fourth = sending(FRIEND, 'fourth'.padEnd(36, '0'))
    await held.approve.waitFor()
    await held.press('Reject')
    expect(await fourth).toContain('rejected')
  })

  it('says so too where the page made the frame small meanwhile', async () => {
    const held = await hold()
    const [first, second] = ['first', 'second'].map((name) => name.padEnd(36, '0')) as [string, string]
    void held.outcome('eth_sendTransaction', [{ from: held.eoa, to: FRIEND, value: '0x5' }], first)
    await held.approve.waitFor()
    await held.style({ height: '130px' })
    await held.button('Review in a window').waitFor()
    await held.abort(first)
    void held.outcome('eth_sendTransaction', [{ from: held.eoa, to: THIEF, value: '0x5' }], second)
    await held.button('Review in a window').waitFor()
    await held.style({ height: '600px' })
    await held.button('Show the new request').waitFor()
    expect(await held.approve.count()).toBe(0)
  })

  it('of the longest lines fits into the smallest frame, where it can be read and approved', async () => {
    const held = await hold()
    await held.style({ width: '300px', height: '350px' })
    const message = [`${'W'.repeat(700)}`, '字'.repeat(300), '\n'.repeat(40), 'a'.repeat(400)].join('\n')
    const signing = held.outcome('personal_sign', [inHex(message), held.eoa])
    await held.press('Approve')
    expect(await signing).toMatch(/^0x/)
  })

  it('of a long request arms once all of it was scrolled through', async () => {
    const held = await hold()
    const message = Array.from({ length: 120 }, (_, at) => `Line ${at} of the terms`).join('\n')
    const signing = held.outcome('personal_sign', [inHex(message), held.eoa])
    await held.frame.getByText('Read all of it to approve').waitFor()
    const scroll = (to: number) => held.frame.locator('.scroll').evaluate((box, y) => void (box.scrollTop = y), to)
    // Having seen only the end is not enough.
    await scroll(100_000)
    expect(await arms(held)).toBe(false)
    const height = await held.frame.locator('.scroll').evaluate((box) => box.scrollHeight)
    for (let at = 0; at < height; at += 120) {
      await scroll(at)
      await held.page.waitForTimeout(150)
    }
    expect(await arms(held)).toBe(true)
    await held.press('Approve')
    expect(await signing).toMatch(/^0x/)
  })
})

describe('the review window', () => {
  const small = async () => {
    const held = await hold()
    await held.style({ height: '120px' })
    return held
  }
  const open = async (held: HeldFrame) => {
    const opening = held.context.waitForEvent('page')
    await held.button('Review in a window').click()
    return opening
  }

  it('shows the whole request and approves it', async () => {
    const held = await small()
    const signing = held.outcome('personal_sign', [inHex('Hello window'), held.eoa])
    const opened = await open(held)
    await opened.getByText('Hello window').waitFor()
    await opened.getByText(site.url).waitFor()
    const yes = opened.getByRole('button', { name: 'Approve' })
    await yes.hover({ force: true })
    await yes.click()
    expect(
      await client().verifyMessage({ address: held.eoa, message: 'Hello window', signature: (await signing) as Hex }),
    ).toBe(true)
    await expect.poll(() => opened.isClosed()).toBe(true)
  })

  it('is where every request is shown, however large and free the frame is, if the service wants it so', async () => {
    sandbox().login.set({ review: 'window' })
    const held = await hold()
    const signing = held.outcome('personal_sign', [inHex('Only here'), held.eoa])
    const opened = await open(held)
    expect(await held.approve.count()).toBe(0)
    await opened.getByText('Only here').waitFor()
    const yes = opened.getByRole('button', { name: 'Approve' })
    await yes.hover({ force: true })
    await yes.click()
    expect(await signing).toMatch(/^0x/)
  })

  it('takes no approval while the person works in another window, which may lie over it', async () => {
    const held = await small()
    const signing = held.outcome('personal_sign', [inHex('Covered by a window'), held.eoa])
    const opened = await open(held)
    await opened.getByText('Covered by a window').waitFor()
    const yes = opened.getByRole('button', { name: 'Approve', exact: true })
    await yes.and(opened.locator(':enabled')).waitFor()
    // The driver lets each page believe that it has the focus, unless it is told not to.
    const emulate = async (enabled: boolean) =>
      (await held.context.newCDPSession(opened)).send('Emulation.setFocusEmulationEnabled', { enabled })
    await emulate(false)
    await held.page.bringToFront()
    await expect.poll(() => yes.isDisabled()).toBe(true)
    await opened.waitForTimeout(1000)
    expect(await yes.isDisabled()).toBe(true)
    await opened.bringToFront()
    await yes.hover({ force: true })
    await yes.click()
    expect(await signing).toMatch(/^0x/)
  })

  it('leaves the request open when a person closes it, and rejects it where they say so', async () => {
    const held = await small()
    const signing = held.outcome('personal_sign', [inHex('Twice'), held.eoa])
    const first = await open(held)
    await first.getByText('Twice').waitFor()
    await first.close()
    const second = await open(held)
    const no = second.getByRole('button', { name: 'Reject' })
    await no.hover({ force: true })
    await no.click()
    expect(await signing).toContain('rejected')
  })

  it('closes when the page takes the request back, and says so where the browser blocks it', async () => {
    const held = await small()
    const signing = held.outcome('personal_sign', [inHex('Gone'), held.eoa], 'gone')
    const opened = await open(held)
    await opened.getByText('Gone').waitFor()
    await held.abort('gone')
    expect(await signing).toContain('aborted')
    await expect.poll(() => opened.isClosed()).toBe(true)
    void held.outcome('personal_sign', [inHex('Blocked'), held.eoa])
    const inner = held.page.frames().find((each) => each.url().includes('/sdk')) as Frame
    await inner.evaluate(() => void (window.open = () => null))
    await held.button('Review in a window').click()
    await held.frame.getByText('blocked the window').waitFor()
  })

  it('shows nothing to a page that opens it, and no page may frame it', async () => {
    const held = await hold()
    const opening = held.context.waitForEvent('page')
    await held.page.evaluate((url) => {
      const made = window.open(url)
      setInterval(
        () =>
          made?.postMessage(
            {
              review: 'show',
              shown: { title: 'Fake', fields: [], warnings: [], site: 'x', account: 'y', network: 'z' },
            },
            '*',
          ),
        100,
      )
    }, `${sandbox().secureSite}/review`)
    const opened = await opening
    await opened.getByText('There is nothing to review').waitFor()
    expect(await opened.getByText('Fake').count()).toBe(0)
    const answer = await fetch(`${sandbox().secureSite}/review`)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('what is approved is what is shown', () => {
  it('the account stays the one on the screen, whatever becomes the preferred one meanwhile', async () => {
    const held = await hold()
    await held.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })
    const before = await client().getBalance({ address: held.smart })
    const sending = held.outcome('wallet_sendCalls', [{ version: '2.0.0', calls: [{ to: THIEF, value: '0x5' }] }])
    await held.frame.getByText(held.eoa).waitFor()
    await held.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })
    await held.press('Approve')
    expect(await sending).toHaveProperty('id')
    expect(await client().getBalance({ address: held.smart })).toBe(before)
  })

  it('a request for another network than its own is refused before anybody is asked', async () => {
    const held = await hold()
    expect(await transfer(held, { chainId: '0x1' })).toContain('This request is for eip155:1')
    const calls = [{ to: THIEF, value: '0x1' }]
    expect(await held.outcome('wallet_sendCalls', [{ chainId: '0x1', calls }])).toContain(
      'This request is for eip155:1',
    )
    await held.frame.getByText('Nothing waits for your approval.').waitFor()
  })

  it('a fee out of proportion is red, and an honest one is not', async () => {
    const held = await hold()
    void transfer(held, { gas: toHex(21_000), gasPrice: toHex(10n ** 18n / 21_000n) })
    await held.frame.locator('.warning.bad', { hasText: 'far higher than usual' }).waitFor()
    await held.frame.locator('dd.bad', { hasText: '0.99999999999' }).waitFor()
    await held.page.reload()
    const other = await hold()
    void transfer(other)
    await other.frame.getByText('Network fee, at most').waitFor()
    expect(await other.frame.locator('.bad').count()).toBe(0)
  })

  it('an amount of a token has the decimals of its contract, and another is called unverified', async () => {
    const held = await hold()
    const usdc = sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [THIEF, 2_500_000n] })
    const first = held.outcome('eth_sendTransaction', [{ from: held.eoa, to: usdc, data }])
    await held.frame.getByText('2.5 USDC').waitFor()
    await held.press('Reject')
    await first
    void held.outcome('eth_sendTransaction', [{ from: held.eoa, to: THIEF, data }])
    await held.frame.getByText('2500000 smallest units (unverified').waitFor()
  })
})
