/** Drives an unmodified Firefox over WebDriver BiDi, because Playwright supports only its own patched Firefox. */
import puppeteer from 'puppeteer-core'
import { type Engine, type Inside, VIEWPORT } from './engine.ts'

export const firefox: Engine = {
  name: 'firefox',
  agent: /\bFirefox\//,
  start: async (executablePath, env) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      env,
      defaultViewport: VIEWPORT,
    })
    return {
      open: async () => {
        const context = await browser.createBrowserContext()
        const page = await context.newPage()
        const logged: string[] = []
        page.on('pageerror', (error) => logged.push(error instanceof Error ? error.message : String(error)))
        page.on(
          'console',
          (message) => void (message.type() === 'error' && logged.push(`${message.text()} ${message.location().url}`)),
        )
        return {
          go: async (url) => void (await page.goto(url)),
          reload: async () => void (await page.reload()),
          evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
          inside: async <T>(where: Inside, expression: string) => {
            const found =
              where === 'frame'
                ? page.frames().find((frame) => frame.url().includes('/sdk?'))
                : (await context.pages()).find((each) => each.url().includes('/review'))
            return (await found?.evaluate(expression)) as T | undefined
          },
          clickInside: async (where, x, y) => {
            const pages = await context.pages()
            const opened = where === 'frame' ? page : pages.find((each) => each.url().includes('/review'))
            await opened?.mouse.click(x, y)
          },
          click: (x, y) => page.mouse.click(x, y),
          type: (text) => page.keyboard.type(text),
          key: (key) => page.keyboard.press(key),
          screenshot: async () => Buffer.from(await page.screenshot()),
          log: () => logged,
          close: () => context.close(),
        }
      },
      stop: () => browser.close(),
    }
  },
}
