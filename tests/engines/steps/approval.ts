import { expect } from 'vitest'
import type { Inside } from '../engine.ts'
import type { Box } from '../eyes.ts'
import { until, type Visitor } from '../visitor.ts'
import { closed } from './connect.ts'
import { email } from './login.ts'

/**
 * The ms to wait, longer than the half second that the buttons wait, and than the engine takes to report what is
 * visible.
 */
const ARMED = 1500
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const MESSAGE = Array.from({ length: 40 }, (_, at) => `Line ${at} of the terms`).join('\n')

/**
 * Approve is enabled only after the whole request was visible and uncovered: in the frame if the engine can tell that,
 * or else in a window of the login service.
 */
export async function approval(visitor: Visitor): Promise<void> {
  const { driver, ask } = visitor
  await email(visitor)
  await driver.key('Escape')
  await closed(visitor)
  const hex = `0x${Buffer.from(MESSAGE).toString('hex')}`
  await ask(`void kit.getProvider('eip155').request({ method: 'personal_sign', params: ['${hex}', kit.getAccount().address] })
    .then((answer) => (window.answer = answer), (error) => (window.answer = 'failed: ' + error.message))`)
  const seesCovers = await until('the request in the frame', async () => {
    const says = async (text: RegExp) =>
      text.test((await inside<string>(visitor, 'frame', 'document.body.innerText')) ?? '')
    if (await says(/Review in a window/)) {
      // The frame offers that too while the modal that contains it still grows.
      await pause(2_000)
      return says(/Line 0 of the terms/)
    }
    return (await says(/Line 0 of the terms/)) || undefined
  })
  // Only Chromium can tell. If another engine learns it, this fails, and its steps must run in the frame too.
  expect(seesCovers).toBe(await inside(visitor, 'frame', `'isVisible' in IntersectionObserverEntry.prototype`))
  await (seesCovers ? inFrame(visitor) : inWindow(visitor))
  expect(await until('the signature', async () => (await ask<string | null>('window.answer')) ?? undefined)).toMatch(
    /^0x/,
  )
}

const inside = <T>({ driver }: Visitor, where: Inside, expression: string) => driver.inside<T>(where, expression)
const isArmed = async (visitor: Visitor, where: Inside) => {
  await pause(ARMED)
  return inside(visitor, where, `!document.querySelector('button.key').disabled`)
}

/** Scrolls through the whole request, slowly enough that each part counts as seen. */
async function read(visitor: Visitor, where: Inside): Promise<void> {
  await inside(visitor, where, `void (document.querySelector('.scroll').scrollTop = 0)`)
  for (let isEnd = false; !isEnd;) {
    await pause(250)
    isEnd = Boolean(
      await inside(
        visitor,
        where,
        `((box) => { const end = box.scrollTop + box.clientHeight >= box.scrollHeight - 1; box.scrollTop += box.clientHeight / 3; return end })(document.querySelector('.scroll'))`,
      ),
    )
  }
}

/** The centre of an element, in the coordinates of its window's page. */
async function middle(visitor: Visitor, where: Inside, selector: string): Promise<[number, number] | undefined> {
  const box = await inside<Box | null>(
    visitor,
    where,
    `((each) => each && (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(each.getBoundingClientRect()))(document.querySelector('${selector}'))`,
  ).catch(() => undefined)
  if (!box) return undefined
  const frame = where === 'frame' ? await visitor.ask<Box>(`eyes.boxOf('#w3m-iframe')`) : { left: 0, top: 0 }
  return [frame.left + (box.left + box.right) / 2, frame.top + (box.top + box.bottom) / 2]
}

/**
 * Presses until the request is over, because the first press only moves the pointer there. It waits until the element
 * has stopped moving: next to a growing card is the overlay, which would close the modal.
 */
async function press(visitor: Visitor, where: Inside, selector: string, done: () => Promise<boolean>): Promise<void> {
  await until(`the press of ${selector}`, async () => {
    const before = await middle(visitor, where, selector)
    await pause(300)
    const at = await middle(visitor, where, selector)
    if (at && at.join() === before?.join())
      // WebKit refuses a point that has just left the screen. The next round has the new point.
      await visitor.driver.clickInside(where, ...at).catch(() => undefined)
    await pause(800)
    return (await done()) || undefined
  })
}
const isAnswered = (visitor: Visitor) => async () => (await visitor.ask('window.answer')) != null

async function inFrame(visitor: Visitor): Promise<void> {
  const style = (text: string) => visitor.ask(`void (document.querySelector('#w3m-iframe').style.${text})`)
  expect(await isArmed(visitor, 'frame')).toBe(false)
  await read(visitor, 'frame')
  expect(await isArmed(visitor, 'frame')).toBe(true)
  for (const [change, back] of [
    [`clipPath = 'inset(300px 0 0 0)'`, `clipPath = ''`],
    [`opacity = '0.4'`, `opacity = ''`],
    [`transform = 'translate(0, 40px) scale(0.9)'`, `transform = ''`],
  ] as const) {
    await style(change)
    expect(await isArmed(visitor, 'frame')).not.toBe(true)
    await style(back)
    await read(visitor, 'frame')
    expect(await isArmed(visitor, 'frame')).toBe(true)
  }
  await press(visitor, 'frame', 'button.key', isAnswered(visitor))
}

async function inWindow(visitor: Visitor): Promise<void> {
  const text = await inside<string>(visitor, 'frame', 'document.body.innerText')
  expect(text).not.toContain('Approve')
  const isOpen = async () => /Line 0/.test((await inside<string>(visitor, 'window', 'document.body.innerText')) ?? '')
  await press(visitor, 'frame', 'button.key', isOpen)
  expect(await isArmed(visitor, 'window')).toBe(false)
  await read(visitor, 'window')
  expect(await isArmed(visitor, 'window')).toBe(true)
  await press(visitor, 'window', 'button.key', isAnswered(visitor))
}
