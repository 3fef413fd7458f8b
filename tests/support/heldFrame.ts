/** A person who is signed in at the login service's frame, which is in a minimal page of another origin. */
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { Hex } from 'viem'
import type { Sandbox } from '../../sandbox/index.ts'
import type { Holder } from './framePage.ts'
import { readRequest } from './readRequest.ts'

let count = 0
export const inHex = (text: string): Hex => `0x${Buffer.from(text).toString('hex')}`

export type HeldFrame = Awaited<ReturnType<typeof holdFrame>>

/**
 * Opens the page in a new browser context and signs in by email. `prepare` runs before. The caller must call `close`.
 */
export async function holdFrame(
  browser: Browser,
  sandbox: Pick<Sandbox, 'secureSite'> & { login: Pick<Sandbox['login'], 'nextMail'> },
  site: Holder,
  options: BrowserContextOptions = {},
  prepare?: (context: BrowserContext) => Promise<unknown>,
) {
  const context = await browser.newContext({ viewport: { width: 800, height: 700 }, ...options })
  await prepare?.(context)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await site.hold(page, sandbox.secureSite)
  const frame = page.frameLocator('#frame')
  const ask = <T>(name: string, payload?: unknown, id?: string) =>
    page.evaluate(([n, p, i]) => window.framed?.ask(n, p, i), [name, payload, id] as [
      string,
      unknown,
      string?,
    ]) as Promise<T>
  const since = Date.now()
  const email = `held${++count}-${since}@example.com`
  await ask('CONNECT_EMAIL', { email })
  await ask('CONNECT_OTP', { otp: (await sandbox.login.nextMail(email, since)).code })
  const { accounts } = await ask<{ accounts: { address: Hex; type: string }[] }>('GET_USER', { chainId: 31337 })
  const of = (kind: string): Hex => accounts.find(({ type }) => type === kind)?.address ?? '0x'
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  return {
    page,
    context,
    frame,
    ask,
    button,
    approve: button('Approve'),
    eoa: of('eoa'),
    smart: of('smartAccount'),
    rpc: <T>(method: string, params: unknown, id?: string) =>
      ask<T>('RPC_REQUEST', { method, params, chainId: 31337 }, id),
    /** Sends a request, and resolves with its result or with the error's message. It never rejects. */
    outcome: (method: string, params: unknown, id?: string) =>
      ask('RPC_REQUEST', { method, params, chainId: 31337 }, id).catch((error: Error) => error.message),
    abort: (id: string) => page.evaluate((of) => window.framed?.abort(of), id),
    /** Sets styles of the frame's element, such as its size and its place on the page. */
    style: (style: Partial<CSSStyleDeclaration>) =>
      page.evaluate(
        (given) => {
          const element = document.querySelector<HTMLElement>('#frame')
          if (element) Object.assign(element.style, given)
        },
        style as Record<string, string>,
      ),
    /** Moves the pointer to a button first, as a person does, waits until it can be pressed, and presses it. */
    press: async (name: string) => {
      if (name === 'Approve') await readRequest(frame)
      await button(name).hover({ force: true })
      await button(name).click()
    },
    close: () => context.close(),
  }
}
