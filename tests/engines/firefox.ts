/** Drives an unmodified Firefox over WebDriver BiDi, because Playwright supports only its own patched Firefox. */
import puppeteer from 'puppeteer-core'
import { freePort } from '../../cli/repo/freePort.ts'
import { type Engine, FRAMES, type Inside, VIEWPORT } from './engine.ts'
import { connectMarionette, type Marionette } from './marionette.ts'

const DEVICE = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
}

export const firefox: Engine = {
  name: 'firefox',
  agent: /\bFirefox\//,
  start: async (executablePath, env) => {
    const port = await freePort()
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      args: ['--marionette'],
      // The first two let Firefox ask virtual devices, and no real ones.
      extraPrefsFirefox: {
        'security.webauth.webauthn_enable_softtoken': true,
        'security.webauth.webauthn_enable_usbtoken': false,
        'marionette.port': port,
      },
      env,
      defaultViewport: VIEWPORT,
    })
    let marionette: Promise<Marionette> | undefined
    const ask = async <T>(command: string, parameters: object) => {
      marionette ??= connectMarionette(port)
      return (await marionette)<T>(`WebAuthn:${command}`, parameters)
    }
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
        const devices: string[] = []
        const opened = async () => (await context.pages()).find((each) => each.url().includes('/review'))
        return {
          go: async (url) => void (await page.goto(url)),
          reload: async () => void (await page.reload()),
          evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
          inside: async <T>(where: Inside, expression: string) => {
            const found = where === 'window' ? await opened() : await (await page.$(FRAMES[where]))?.contentFrame()
            return (await found?.evaluate(expression)) as T | undefined
          },
          clickInside: async (where, x, y) =>
            void (await (where === 'window' ? await opened() : page)?.mouse.click(x, y)),
          click: (x, y) => page.mouse.click(x, y),
          type: (text) => page.keyboard.type(text),
          key: (key) => page.keyboard.press(key),
          addAuthenticator: async () => {
            const { value: authenticatorId } = await ask<{ value: string }>('AddVirtualAuthenticator', DEVICE)
            devices.push(authenticatorId)
            const counters = async () => {
              const { value } = await ask<{ value: { signCount: number }[] }>('GetCredentials', { authenticatorId })
              return value.map(({ signCount }) => signCount)
            }
            return { counters }
          },
          screenshot: async () => Buffer.from(await page.screenshot()),
          log: () => logged,
          close: async () => {
            // All pages of the browser share the devices.
            for (const authenticatorId of devices) await ask('RemoveVirtualAuthenticator', { authenticatorId })
            await context.close()
          },
        }
      },
      stop: () => browser.close(),
    }
  },
}
