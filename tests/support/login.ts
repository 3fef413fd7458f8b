/**
 * Steps of a login by email, as a visitor takes them: they read the code from the mail, and press the frame's buttons.
 */
import type { FrameLocator } from 'playwright-core'
import type { useFlow, Visit, Visited } from './flow.ts'
import { readRequest } from './readRequest.ts'

export const EMAIL = 'mira@example.com'

declare global {
  /** In the frame: the request that `press` answers. */
  var pressed: Element | undefined
}

/** The ms after which a frame that does not answer the test counts as gone. */
const GONE = 1000

export const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()

/** The login service's frame, wherever it is in the page. */
export const frameOf = ({ page }: Pick<Visited, 'page'>): FrameLocator => page.frameLocator('#w3m-iframe')

/**
 * Presses a button of the request that the frame shows, Approve after reading all of it. The button ignores clicks for half a
 * second after it appeared or moved, and when a pointer first comes to it, so press until the request is answered.
 */
export async function press(visit: Pick<Visited, 'page'>, name: 'Approve' | 'Reject') {
  const frame = frameOf(visit)
  const button = frame.locator('section[data-pressed]').getByRole('button', { name, exact: true })
  // A request's buttons are disabled once it is answered, even after it has left the page. Without a frame none waits.
  const isAnswered = () =>
    frame
      .locator('html')
      .evaluate(() => globalThis.pressed?.querySelector<HTMLButtonElement>('.actions button')?.disabled ?? true, null, {
        timeout: GONE,
      })
      .catch(() => true)
  // The frame draws a request again when its size changes, for example while the modal opens: then begin again.
  do {
    if (name === 'Approve') await readRequest(frame)
    // Mark this request, so that a next one, which may follow at once, is not pressed.
    await frame.locator('section.request').evaluate((box) => {
      box.setAttribute('data-pressed', '')
      globalThis.pressed = box
    })
    while (await button.count()) {
      await button.hover({ force: true }).catch(() => undefined)
      await button.click({ timeout: 3000 }).catch(() => undefined)
      await visit.page.waitForTimeout(150)
    }
  } while (!(await isAnswered()))
}

export const approve = (visit: Pick<Visited, 'page'>) => press(visit, 'Approve')
export const reject = (visit: Visited) => press(visit, 'Reject')

/** The inbox in which the codes arrive. */
type Inbox = { nextMail: (to: string, since?: number) => Promise<{ code?: string }> }

/**
 * The login's steps for the tests of one file: `const { visitLogin, login } = useLogin(flow)`.
 * @param inbox by default the sandbox's
 */
export function useLogin(
  flow: Pick<ReturnType<typeof useFlow>, 'visit' | 'sandbox'>,
  inbox: () => Inbox = () => flow.sandbox().login,
) {
  const visitLogin = (visit: Visit = {}) =>
    flow.visit({ login: true, ...visit, config: { features: { email: {} }, ...visit.config } })

  /** Runs `act`, which requests a code, and waits for the mail. @returns the code */
  const codeAfter = async (act: () => Promise<unknown>, email = EMAIL): Promise<string> => {
    const since = Date.now()
    await act()
    return (await inbox().nextMail(email, since)).code ?? ''
  }

  const begin = async (visit: Visited, email = EMAIL) => {
    await visit.open()
    await visit.modal.getByRole('textbox', { name: 'Email' }).fill(email)
    await visit.button('Continue with this email').click()
  }
  const enter = ({ modal }: Visited, code: string) => modal.getByLabel('Code of 6 digits').fill(code)

  /** Begins a login and waits for the code, but does not enter it. @returns the code */
  const receive = async (visit: Visited, email = EMAIL) => {
    const code = await codeAfter(() => begin(visit, email), email)
    await titled(visit, 'Confirm Email')
    return code
  }
  const login = async (visit: Visited, email = EMAIL) => {
    await enter(visit, await receive(visit, email))
    await visit.status('connected')
    await visit.modal.waitFor({ state: 'hidden' })
  }
  return { visitLogin, codeAfter, begin, enter, receive, login }
}
