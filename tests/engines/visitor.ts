/** A visitor of the built page, in whatever engine. */
import { PNG } from 'pngjs'
import jsqr from 'jsqr'
import type { Driver } from './engine.ts'
import type { Box, Point, Role } from './eyes.ts'
import type { Site } from './site.ts'

/** ms for what is waited for: it comes when it comes. */
const PATIENCE = 45_000

/** ms in which a press has reached the page. */
const DELIVERY = 2_000

/** For so long a thing has stood in its place before a visitor presses it: the modal moves while its content comes. */
const STILL = { frames: 3, ms: 150 }

export type Visitor = ReturnType<typeof createVisitor>

export function createVisitor(driver: Driver, site: Site) {
  const ask = <T>(expression: string) => driver.evaluate<T>(expression)
  const find = (role: Role, name: RegExp) => ask<Point | null>(`eyes.find('${role}', ${name}) ?? null`)

  /** Presses what is called so once it is there and takes a press; again where it moved away under the pointer. */
  async function press(name: RegExp, role: Role = 'button') {
    let since: (Point & { at: number }) | undefined
    const pressed = async () => {
      const now = await find(role, name)
      if (!now) return (since = undefined)
      if (now.x !== since?.x || now.y !== since.y) since = { ...now, at: Date.now() }
      if (now.frame - since.frame < STILL.frames || Date.now() - since.at < STILL.ms) return undefined
      await driver.click(now.x, now.y)
      // An engine may say that it pressed before the page knows.
      const end = Date.now() + DELIVERY
      while (Date.now() < end) if (await ask<boolean>('eyes.hit()')) return true
      return undefined
    }
    await until(`${role} ${name}`, pressed, () => ask(`eyes.names('${role}').join(' | ')`))
  }
  const text = () => ask<string>('eyes.text()')
  const see = (words: RegExp) => until(`${words}`, async () => words.exec(await text()) ?? undefined, text)

  return {
    site,
    driver,
    ask,
    press,
    /** Waits until these words stand on the screen. */
    see,
    /** Presses again until `done`: what moves money takes nothing for half a second after it shows. */
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
    box: (role: Role, name: RegExp) =>
      until(
        `${role} ${name}`,
        async () => (await ask<Box | null>(`eyes.box('${role}', ${name}) ?? null`)) ?? undefined,
      ),
    focused: () => ask<string>('eyes.focused()'),
    /** Goes on by the Tab key until it has the focus. */
    tabTo: async (name: RegExp) => {
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
    },
    /** Whether the modal stands over the page. */
    isOpen: () => ask<boolean>(`eyes.boxOf('dialog[open]') !== undefined`),
    stored: async <T>(key: string) =>
      JSON.parse((await ask<string | null>(`localStorage.getItem('${key}')`)) ?? 'null') as T | null,
    /** What a camera reads on the screen. */
    scan: () =>
      until('a QR code', async () => {
        const { data, width, height } = PNG.sync.read(await driver.screenshot())
        return jsqr.default(new Uint8ClampedArray(data), width, height)?.data
      }),
    /** Faults that the page noted, and those that the engine itself did. */
    faults: async () => [...(await ask<string[]>('eyes.faults()')), ...driver.log()],
  }
}

/** Asks until there is an answer; `shown` tells what was there instead. */
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
