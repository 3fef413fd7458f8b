/** Tests the same built page in three engines. A step also fails if the page or the engine logs an error. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ROOT } from '../../cli/repo/run.ts'
import { chromium } from './chromium.ts'
import type { Driver, Engine, Running } from './engine.ts'
import { firefox } from './firefox.ts'
import { POSIX, spoken } from './locale.ts'
import { useSite } from './site.ts'
import { STEPS } from './steps/index.ts'
import { send } from './steps/money.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { webkit } from './webkit.ts'

const site = useSite()
const PICTURES = join(ROOT, '.cache/engines')
const engines = [chromium, firefox, webkit].map((engine) => [engine.name, engine] as const)

describe.each(engines)('%s', (name, engine) => {
  const path = inject('engines')[name]
  let running: Running | undefined
  const start = (env: NodeJS.ProcessEnv) => engine.start(path ?? '', { ...process.env, ...env })
  beforeAll(async () => {
    if (path) running = await start(spoken())
  })
  afterAll(() => running?.stop())

  it.skipIf(!path).each(Object.entries(STEPS))('%s', async (title, step) => {
    if (running) await visit(engine, running, title, step)
  })

  it.skipIf(!path)('no language', async () => {
    const speechless = await start(POSIX)
    try {
      await visit(engine, speechless, 'no language', send)
    } finally {
      await speechless.stop()
    }
  })
})

async function visit({ name, agent }: Engine, { open }: Running, title: string, step: (v: Visitor) => Promise<void>) {
  const driver = await open()
  try {
    const visitor = createVisitor(driver, site())
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
