/** A visitor's page, without the cost of developer tools (see `chromium.ts`). */
import { setTimeout as wait } from 'node:timers/promises'
import type { Chromium, Send } from './chromium.ts'
import { initScripts, VIEWPORT } from './page.ts'

/** `wallet` is the script that announces the test wallet. */
export type Visitor = { chromium: Chromium; wallet: string }
/** A browser context with an empty cache, which all of its pages share. */
export type Context = { newPage: () => Promise<Visited>; close: () => Promise<void> }
export type Visited = {
  send: Send
  /** Resolves when the page has loaded. */
  goto: (url: string) => Promise<void>
  /** Runs a function in the page. It must not use outer variables, and must return plain data. */
  evaluate: <T>(script: () => T | Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export async function newContext({ chromium, wallet }: Visitor): Promise<Context> {
  const send = chromium.to()
  const { browserContextId } = await send('Target.createBrowserContext')
  return {
    newPage: async () => {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const close = async () => void (await send('Target.closeTarget', { targetId }))
      return prepare(chromium, sessionId, wallet, close)
    },
    close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
  }
}

async function prepare(chromium: Chromium, session: string, wallet: string, close: () => Promise<void>) {
  const send = chromium.to(session)
  await send('Page.enable')
  await send('Performance.enable')
  await send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 1, mobile: false })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  for (const source of initScripts(wallet)) await send('Page.addScriptToEvaluateOnNewDocument', { source })
  const visited: Visited = {
    send,
    goto: async (url) => {
      await Promise.all([chromium.next('Page.loadEventFired', session), send('Page.navigate', { url })])
    },
    evaluate: async (script) => {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression: `(${script})()`,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as never
    },
    close,
  }
  return visited
}

/** Opens a page. `slowdown` divides the CPU's speed. Resolves when the page is loaded and its button is visible. */
export async function load(context: Context, url: string, slowdown = 1): Promise<Visited> {
  const visited = await context.newPage()
  if (slowdown > 1) await slow(visited, slowdown)
  await visited.goto(url)
  await visited.evaluate(() => __bench.ready())
  return visited
}

export const slow = ({ send }: Visited, rate: number) => send('Emulation.setCPUThrottlingRate', { rate })

/** Hovers the button. Resolves when the modal is rendered and the page is idle. */
export async function hover(visited: Visited): Promise<void> {
  const { x, y } = await visited.evaluate(() => __bench.place())
  await visited.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  await until(visited, () => __bench.isRendered())
  await wait(200)
}

/** Presses Escape. Resolves when the modal is hidden, and the work after that is done. */
export async function close(visited: Visited): Promise<void> {
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
  await visited.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await visited.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  await until(visited, () => !__bench.isOpen())
  await wait(150)
}

async function until({ evaluate }: Visited, holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await evaluate(holds)) return
    await wait(50)
  }
  throw new Error(`Not within 20 seconds: ${holds}`)
}
