/** A visitor of the built page, in any engine. */
import { PNG } from 'pngjs'
import jsqr from 'jsqr'
import type { Driver } from './engine.ts'
import type { Box, Point, Role } from './eyes.ts'
import type { Site } from './site.ts'

/** The ms after which a wait fails. */
const PATIENCE = 45_000

/** The ms within which a press must reach the page. */
const DELIVERY = 2_000

/** How long an element must stand still before a press, because the modal moves while its content loads. */
const STILL = { frames: 3, ms: 150 }

export type Visitor = ReturnType<typeof createVisitor>

export function createVisitor(driver: Driver, site: Site) {
  const ask = <T>(expression: string) => driver.evaluate<T>(expression)
  const find = (role: Role, name: RegExp) => ask<Point | null>(`eyes.find('${role}', ${name}) ?? null`)

  /** Presses the element with this name once it can be pressed, and again if it moved away from the pointer. */
  async function press(name: RegExp, role: Role = 'button') {
    let since: (Point & { at: number }) | undefined
    const pressed = async () => {
      const now = await find(role, name)
      if (!now) return (since = undefined)
      if (now.x !== since?.x || now.y !== since.y) since = { ...now, at: Date.now() }
      if (now.frame - since.frame < STILL.frames || Date.now() - since.at < STILL.ms) return undefined
      await driver.click(now.x, now.y)
      // An engine may report the click before the page has got the event.
      const end = Date.now() + DELIVERY
      while (Date.now() < end) if (await ask<boolean>('eyes.hit()')) return true
      return undefined
    }
    await until(`${role} ${name}`, pressed, () => ask(`eyes.names('${role}').join(' | ')`))
  }
  const text = () => ask<string>('eyes.text()')
  const see = (words: RegExp) => until(`${words}`, async () => words.exec(await text()) ?? undefined, text)

  /** Presses Tab until the element with this name has the focus. */
  async function tabTo(name: RegExp) {
    const seen: string[] = []
    await until(
      `the focus on ${name}`,
      async () => {
        const focused = await ask<string>('eyes.focused()')
        if (name.test(focused)) return true
        seen.push(focused)
        await driver.key('Tab')
        return undefined
      },
      () => Promise.resolve(seen.join(' | ')),
    )
  }

  return {
    site,
    driver,
    ask,
    press,
    /** Waits until this text is on the screen. */
    see,
    /** Presses until `done`, because buttons that move money ignore presses for half a second after they appear. */
    insist: (name: RegExp, done: () => Promise<boolean>) =>
      until(
        `the end of ${name}`,
        async () => {
          if (await done()) return true
          const point = await find('button', name)
          if (point) await driver.click(point.x, point.y)
          await new Promise((resolve) => setTimeout(resolve, 300))
          return (await done()) || undefined
        },
        text,
      ),
    fill: async (name: RegExp, value: string) => {
      await press(name, 'textbox')
      await driver.type(value)
    },
    /** Chooses an option by keyboard, because the pointer would open a menu of the system. */
    choose: async (name: RegExp, option: string) => {
      await tabTo(name)
      await driver.type(option)
    },
    box: (role: Role, name: RegExp) =>
      until(
        `${role} ${name}`,
        async () => (await ask<Box | null>(`eyes.box('${role}', ${name}) ?? null`)) ?? undefined,
      ),
    focused: () => ask<string>('eyes.focused()'),
    tabTo,
    /** Whether the modal is open. */
    isOpen: () => ask<boolean>(`eyes.boxOf('dialog[open]') !== undefined`),
    stored: async <T>(key: string) =>
      JSON.parse((await ask<string | null>(`localStorage.getItem('${key}')`)) ?? 'null') as T | null,
    /** Reads a QR code from a screenshot. A code that is still drawn may be found with nothing in it. */
    scan: () =>
      until('a QR code', async () => {
        const { data, width, height } = PNG.sync.read(await driver.screenshot())
        return jsqr.default(new Uint8ClampedArray(data), width, height)?.data || undefined
      }),
    /** The errors that the page recorded, and those that the engine logged. */
    faults: async () => [...(await ask<string[]>('eyes.faults()')), ...driver.log()],
  }
}

/** Calls `look` until it returns a value. `shown` describes the present state, for the error message. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  shown?: () => Promise<string>,
): Promise<T> {
  const end = Date.now() + PATIENCE
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}${shown ? `; there was: ${await shown()}` : ''}`)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}
