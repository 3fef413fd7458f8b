/** The card's motion: without jumps, never in the way, and none for visitors who prefer that. */
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' }
const PHONE: BrowserContextOptions = { ...MOVING, viewport: { width: 390, height: 844 }, hasTouch: true }

/** Frames in which nothing changed, after which the card rests. */
const STILL = 10
/**
 * How much slower than normal the motions run while their frames are recorded. On a busy machine a frame can take longer
 * than a whole motion of 150 ms, and would then be its only one.
 */
const STRETCH = 4

/** The card in one frame. Lengths in px of the viewport. */
type Frame = { top: number; height: number; opacity: number; shade: string }

/** The card in each frame, from before `act` until it has not changed for a while. */
async function frames(
  { page }: Visited,
  act: (page: Visited['page']) => Promise<unknown>,
  slowness = 1,
): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / STRETCH })
  await page.evaluate(() => {
    const seen: Frame[] = []
    const look = () => {
      const card = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')
      if (card?.parentElement && card.checkVisibility()) {
        const { top, height } = card.getBoundingClientRect()
        const shade = getComputedStyle(card.parentElement).backgroundColor
        seen.push({ top, height, opacity: Number(getComputedStyle(card).opacity), shade })
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(globalThis, { seen })
  })
  await act(page)
  await page.waitForTimeout(300 * Math.max(slowness, STRETCH))
  // On a busy machine the motion may begin later than that.
  await page.waitForFunction(
    (still) => {
      const { seen } = globalThis as unknown as { seen: Frame[] }
      const last = seen.slice(-still).map((each) => JSON.stringify(each))
      const isGone = !document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')?.checkVisibility()
      return isGone || (last.length === still && new Set(last).size === 1)
    },
    STILL,
    { polling: 'raf' },
  )
  // The rate is the page's again when the session ends.
  await session.detach()
  return page.evaluate(() => (globalThis as unknown as { seen: Frame[] }).seen.splice(0))
}

/** Whether the numbers only rise or only fall, within half a pixel. */
const isSteady = (numbers: readonly number[]) => {
  const steps = numbers.slice(1).map((each, at) => each - (numbers[at] ?? each))
  return steps.every((step) => step > -0.5) || steps.every((step) => step < 0.5)
}
const tops = (seen: readonly Frame[]) => seen.map(({ top }) => top)
const heights = (seen: readonly Frame[]) => seen.map(({ height }) => height)
const open = (page: Visited['page']) => page.evaluate(() => kit.open())
const close = (page: Visited['page']) => page.evaluate(() => kit.close())
/** Makes the page's processor `rate` times slower than this computer's. */
const slow = async ({ page }: Visited, rate: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
/** Opens the modal, and waits for the motion's code, which loads after the first paint. */
const ready = async (visit: Visited) => {
  await visit.open()
  await expect.poll(() => visit.requests.some((url) => /\/motion-[^/]*\.js$/.test(url))).toBe(true)
  await visit.page.waitForTimeout(300)
}

describe('the edges of the card', () => {
  it.each([
    ['a desktop', 1, { ...MOVING }],
    ['a phone', 1, PHONE],
    ['a desktop that is four times slower', 4, { ...MOVING }],
    ['a phone that is four times slower', 4, PHONE],
  ])('move one way while it opens, changes its view and closes, on %s', async (_name, slowness, context) => {
    const visit = await flow.visit({ context })
    await slow(visit, slowness)
    const opening = await frames(visit, open, slowness)
    expect(opening.length).toBeGreaterThan(slowness > 1 ? 1 : 3)
    expect(isSteady(tops(opening))).toBe(true)
    // The rows are readable in the first frame: the card moves up, but does not fade in.
    expect(new Set(opening.map(({ opacity }) => opacity))).toEqual(new Set([1]))
    // A slow page may show its first frame when the shade has arrived.
    if (slowness === 1) expect(opening.at(0)?.shade).not.toBe(opening.at(-1)?.shade)
    const onward = await frames(visit, () => visit.button(/All Wallets/).click(), slowness)
    expect(heights(onward).at(-1)).toBeGreaterThan((heights(onward).at(0) ?? 0) + 100)
    expect(isSteady(heights(onward))).toBe(true)
    expect(isSteady(tops(onward))).toBe(true)
    const back = await frames(visit, () => visit.button('Back').click(), slowness)
    expect(isSteady(heights(back))).toBe(true)
    expect(heights(back).at(-1)).toBe(heights(onward).at(0))
    const closing = await frames(visit, close, slowness)
    expect(isSteady(tops(closing))).toBe(true)
    expect(isSteady(closing.map(({ opacity }) => opacity))).toBe(true)
    if (slowness === 1) expect(closing.at(-1)?.opacity).toBeLessThan(0.5)
    expect(await visit.modal.isVisible()).toBe(false)
  })

  it.each([1, 4])(
    'move one way while its rows arrive and while it is dragged, at a slowness of %i',
    async (slowness) => {
      const visit = await flow.visit({ context: PHONE })
      await ready(visit)
      await slow(visit, slowness)
      await visit.page.route(/\/getWallets/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.continue()
      })
      const growing = await frames(visit, () => visit.page.evaluate(() => kit.open({ view: 'AllWallets' })), slowness)
      expect(isSteady(heights(growing))).toBe(true)
      const session = await visit.page.context().newCDPSession(visit.page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
      const from = (growing.at(-1)?.top ?? 0) + 20
      const dragged = await frames(visit, async () => {
        await touch('touchStart', from)
        for (let y = 10; y <= 80; y += 10) {
          await touch('touchMove', from + y)
          await visit.page.waitForTimeout(16)
        }
      })
      expect(isSteady(tops(dragged))).toBe(true)
      expect(dragged.at(-1)?.top).toBeGreaterThan((dragged.at(0)?.top ?? 0) + 40)
      // The sheet moves with the finger, and is not stretched.
      expect(new Set(heights(dragged).map(Math.round)).size).toBe(1)
      await touch('touchEnd')
      await session.detach()
    },
  )

  it('stay where they are while the code of a view loads', async () => {
    const visit = await flow.visit({ context: MOVING })
    await ready(visit)
    const before = await visit.modal.boundingBox()
    const connect = await visit.modal.locator('.view').evaluate((each) => each.clientHeight)
    await visit.page.route(/\/AllWalletsView-[^/]*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    let waiting: number | undefined
    const seen = await frames(visit, async () => {
      await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
      waiting = await visit.modal.locator('.waiting').evaluate((each) => each.clientHeight, undefined, { timeout: 300 })
    })
    await visit.modal.getByRole('searchbox').waitFor()
    expect(waiting).toBe(connect - 4)
    expect(Math.min(...heights(seen))).toBe(before?.height)
    expect(isSteady(heights(seen))).toBe(true)
  })
})

describe('a second opening', () => {
  it('changes no style of the body, whose height it already has: the browser would restyle its content', async () => {
    const visit = await flow.visit()
    await ready(visit)
    const changes = await visit.page.evaluate(async () => {
      const body = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector<HTMLElement>('.body')
      if (!body) throw new Error('There is no body')
      const frames = async () => {
        for (let count = 0; count < 5; count++) await new Promise(requestAnimationFrame)
      }
      // The first opening has told the height.
      if (!body.style.height) throw new Error('The body has no height')
      await kit.close()
      await frames()
      let count = 0
      new MutationObserver(() => count++).observe(body, { attributes: true, attributeFilter: ['style'] })
      await kit.open()
      await frames()
      return count
    })
    expect(changes).toBe(0)
  })
})

describe('a press during a motion', () => {
  it('works at once, in a view that is still coming and in a card that is still leaving', async () => {
    const visit = await flow.visit({ context: MOVING })
    await ready(visit)
    await visit.page.evaluate(() => {
      const root = document.querySelector('[data-walletkit]')?.shadowRoot
      const press = (name: string) => root?.querySelector<HTMLElement>(name)?.click()
      press('[data-id="all-wallets"]')
      requestAnimationFrame(() => requestAnimationFrame(() => press('[aria-label="Back"]')))
    })
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    // The old view is gone, and was never reachable by keyboard.
    await expect.poll(() => visit.modal.locator('[data-leaving]').count()).toBe(0)
    await visit.page.evaluate(() => {
      void kit.close()
      requestAnimationFrame(() => requestAnimationFrame(() => void kit.open()))
    })
    await expect.poll(() => visit.page.evaluate(() => kit.isOpen())).toBe(true)
    await visit.button(/Test wallet/).click()
    await visit.status('connected')
  })

  it('reaches the page as soon as the modal is closed, while the card still fades', async () => {
    const visit = await flow.visit({ context: MOVING })
    await ready(visit)
    const hit = await visit.page.evaluate(async () => {
      void kit.close()
      await new Promise(requestAnimationFrame)
      const card = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')
      const { x = 0, y = 0 } = card?.getBoundingClientRect() ?? {}
      const under = document.elementFromPoint(x + 20, y + 20)
      return { isFading: card?.checkVisibility(), isPage: !under?.hasAttribute('data-walletkit') }
    })
    expect(hit).toEqual({ isFading: true, isPage: true })
  })
})

describe('without motion', () => {
  it('nothing is animated, and the card is gone in the frame after it closes', async () => {
    const visit = await flow.visit()
    await ready(visit)
    const running = () =>
      visit.page.evaluate(async () => {
        let most = 0
        for (let at = 0; at < 12; at++) {
          const moves = document.getAnimations().filter((move) => {
            const frames = (move.effect as KeyframeEffect).getKeyframes()
            return frames.some((frame) => 'transform' in frame || 'translate' in frame || 'height' in frame)
          })
          most = Math.max(most, moves.length)
          await new Promise(requestAnimationFrame)
        }
        return most
      })
    const [moves] = await Promise.all([running(), visit.button(/All Wallets/).click()])
    expect(moves).toBe(0)
    expect(await visit.modal.locator('[data-leaving]').count()).toBe(0)
    const isGone = await visit.page.evaluate(async () => {
      void kit.close()
      await new Promise(requestAnimationFrame)
      return !document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')?.checkVisibility()
    })
    expect(isGone).toBe(true)
  })
})

describe('the sheet on a phone', () => {
  /** Drags with a finger: each step is in px below the start, 16 ms after the last. */
  const drag = async (visit: Visited, from: number, steps: readonly number[], rest = 0) => {
    const session = await visit.page.context().newCDPSession(visit.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
    await touch('touchStart', from)
    for (const step of steps) await touch('touchMove', from + step)
    await visit.page.waitForTimeout(rest)
    const held = (await visit.modal.boundingBox())?.y ?? 0
    await touch('touchEnd')
    await session.detach()
    return held
  }
  const top = async (visit: Visited) => (await visit.modal.boundingBox())?.y ?? 0

  it('follows the finger, and springs back from a short way', async () => {
    const visit = await flow.visit({ context: PHONE })
    await ready(visit)
    const before = await top(visit)
    const held = await drag(visit, before + 20, [20, 40, 60], 200)
    expect(held).toBeCloseTo(before + 40, 0)
    await expect.poll(() => top(visit)).toBe(before)
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(true)
  })

  it('closes when it is dragged far, or flicked', async () => {
    const visit = await flow.visit({ context: PHONE })
    await ready(visit)
    await drag(visit, (await top(visit)) + 20, [20, 60, 120, 180, 240], 200)
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(false)
    await ready(visit)
    await visit.page.evaluate(() => {
      const card = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')
      const fling = (type: string, clientY: number) => {
        const touch = new Touch({ identifier: 1, target: card as Element, clientX: 195, clientY })
        const touches = type === 'touchend' ? [] : [touch]
        card
          ?.querySelector('.header')
          ?.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }))
      }
      // Wait without a timer, because on a busy computer it would be late, as if the finger rested.
      const wait = (ms: number) => {
        const until = performance.now() + ms
        while (performance.now() < until);
      }
      fling('touchstart', 600)
      for (const y of [620, 640, 665]) {
        wait(8)
        fling('touchmove', y)
      }
      fling('touchend', 665)
    })
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(false)
  })

  it('springs back, and the modal shakes, where it must not close', async () => {
    const visit = await flow.visit({ context: PHONE, probe: true })
    await ready(visit)
    await visit.page.evaluate(() => Object.assign(globalThis, { probeLocks: true }))
    const before = await top(visit)
    await drag(visit, before + 20, [20, 60, 120, 180, 240], 100)
    await visit.modal.and(visit.page.locator('[data-shake]')).waitFor()
    await expect.poll(() => top(visit)).toBe(before)
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(true)
  })

  it('leaves a list that is scrolled to the finger', async () => {
    const visit = await flow.visit({ context: { ...PHONE, viewport: { width: 390, height: 500 } } })
    await ready(visit)
    await visit.button(/All Wallets/).click()
    await visit.title.filter({ hasText: 'All Wallets' }).waitFor()
    const list = visit.modal.getByRole('list').first()
    await list.waitFor()
    const scroll = () =>
      list.evaluate((element) => {
        let each: Element | null = element
        while (each && each.scrollHeight <= each.clientHeight + 1) each = each.parentElement
        each?.scrollTo(0, 200)
        return each?.scrollTop ?? 0
      })
    await expect.poll(scroll).toBeGreaterThan(50)
    const before = 32
    await expect.poll(() => top(visit)).toBe(before)
    await drag(visit, before + 250, [20, 40, 80], 100)
    expect(await top(visit)).toBe(before)
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(true)
  })
})
