import { chromium as playwright } from 'playwright-core'
import { addAuthenticator } from '../../cli/repo/authenticator.ts'
import { CHROMIUM_ARGS } from '../../cli/repo/browser.ts'
import { type Engine, FRAMES, VIEWPORT } from './engine.ts'

/** Matches Chromium's logs of 4xx responses, which are ignored: a 404 for an unknown name is expected. */
const NETWORK = /^Failed to load resource: the server responded/

export const chromium: Engine = {
  name: 'chromium',
  agent: /Chrome\//,
  start: async (executablePath, env) => {
    const browser = await playwright.launch({ executablePath, args: CHROMIUM_ARGS, env: env })
    return {
      open: async () => {
        const context = await browser.newContext({ viewport: VIEWPORT })
        const page = await context.newPage()
        const logged: string[] = []
        page.on('pageerror', (error) => logged.push(error.message))
        page.on(
          'console',
          (message) =>
            void (message.type() === 'error' && !NETWORK.test(message.text()) && logged.push(message.text())),
        )
        const opened = () => context.pages().find((each) => each.url().includes('/review'))
        return {
          go: async (url) => void (await page.goto(url)),
          reload: async () => void (await page.reload()),
          evaluate: (expression) => page.evaluate(expression),
          inside: async (where, expression) => {
            const found = where === 'window' ? opened() : await (await page.$(FRAMES[where]))?.contentFrame()
            return found?.evaluate(expression)
          },
          clickInside: async (where, x, y) => void (await (where === 'window' ? opened() : page)?.mouse.click(x, y)),
          click: (x, y) => page.mouse.click(x, y),
          type: (text) => page.keyboard.type(text),
          key: (key) => page.keyboard.press(key),
          addAuthenticator: async () => ({ counters: (await addAuthenticator(page)).uses }),
          screenshot: () => page.screenshot(),
          log: () => logged,
          close: () => context.close(),
        }
      },
      stop: () => browser.close(),
    }
  },
}
