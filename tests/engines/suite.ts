import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ROOT } from '../../cli/repo/run.ts'
import type { Driver, Engine, Running } from './engine.ts'
import { POSIX, spoken } from './locale.ts'
import { type Site, useSite } from './site.ts'
import { STEPS } from './steps/index.ts'
import { send } from './steps/money.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const PICTURES = join(ROOT, '.cache/engines')

/**
 * Tests the site in one engine. A step also fails if the page or the engine logs an error. Each engine has a test file
 * of its own, with its own site and sandbox, so that two engines run at the same time.
 */
export function testEngine(engine: Engine): void {
  const site = useSite()
  const path = inject('engines')[engine.name]
  const start = (env: NodeJS.ProcessEnv) => engine.start(path ?? '', { ...process.env, ...env })

  describe.skipIf(!path)(engine.name, () => {
    let running: Running | undefined
    beforeAll(async () => {
      running = await start(spoken())
    })
    afterAll(() => running?.stop())

    it.each(Object.entries(STEPS))('%s', async (title, step) => {
      if (!running) throw new Error('The engine has not started')
      await visit(engine, running, site(), title, step)
    })

    it('no language', async () => {
      const speechless = await start(POSIX)
      try {
        await visit(engine, speechless, site(), 'no language', send)
      } finally {
        await speechless.stop()
      }
    })
  })
}

async function visit(
  { name, agent }: Engine,
  { open }: Running,
  site: Site,
  title: string,
  step: (visitor: Visitor) => Promise<void>,
) {
  const driver = await open()
  try {
    const visitor = createVisitor(driver, site)
    const failure = await step(visitor).then(
      () => undefined,
      (error: Error) => error,
    )
    const faults = await visitor.faults()
    if (failure) throw new Error([failure.message, ...faults].join('\n'), { cause: failure })
    expect(faults).toEqual([])
    expect(await visitor.ask('navigator.userAgent')).toMatch(agent)
  } catch (error) {
    await picture(driver, `${name}-${title.replaceAll(' ', '-')}.png`)
    throw error
  } finally {
    await driver.close()
  }
}

async function picture(driver: Driver, file: string) {
  await mkdir(PICTURES, { recursive: true })
  await driver.screenshot().then(
    (png) => writeFile(join(PICTURES, file), png),
    () => undefined,
  )
}
