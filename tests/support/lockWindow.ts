/** What a person does in the window of a request to lock a wallet, and with a locked one. */
import type { CDPSession, Page } from 'playwright-core'
import { addAuthenticator } from '../../cli/repo/authenticator.ts'
import { readRequest } from './readRequest.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the window of the request that waits in the frame, with a device that keeps passkeys. */
export async function openRequest(
  page: Page,
  open: () => Promise<unknown>,
  device: Parameters<typeof addAuthenticator>[1] = { prf: true },
) {
  const opening = page.context().waitForEvent('page')
  await open()
  const window = await opening
  return { window, device: await addAuthenticator(window, device) }
}

/** Makes a passkey and keeps the recovery code. It ends before the wallet is locked. @returns the code */
export async function keepCode(page: Page): Promise<string> {
  await button(page, 'Create a passkey').click()
  await button(page, 'I have kept it').waitFor()
  const code = (await page.locator('.recovery').textContent()) ?? ''
  await button(page, 'I have kept it').click()
  return code
}

/** Types the two groups of the code that the page asks for. */
export async function typeGroups(page: Page, code: string): Promise<void> {
  const groups = code.split('-')
  for (const label of await page.locator('label').allTextContents()) {
    const [, number = ''] = /^Group (\d)$/.exec(label) ?? []
    await page.getByLabel(label, { exact: true }).fill(groups[Number(number) - 1]?.toLowerCase() ?? '')
  }
}

/** Locks the wallet. @returns the recovery code */
export async function lockWallet(page: Page): Promise<string> {
  const code = await keepCode(page)
  await typeGroups(page, code)
  await button(page, 'Lock the wallet').click()
  return code
}

/** Reads the request and presses Approve until the button takes it. */
export async function approveThere(window: Page): Promise<void> {
  await readRequest(window)
  const approve = button(window, 'Approve')
  const isPressed = () =>
    window
      .getByRole('button', { name: /^(Working…|Try again)$/ })
      .count()
      .catch(() => 1)
  while (!window.isClosed() && !(await isPressed())) await approve.click({ timeout: 1000 }).catch(() => undefined)
}

/** Takes the passkeys off the device. */
export const clearPasskeys = ({ client, authenticatorId }: { client: CDPSession; authenticatorId: string }) =>
  client.send('WebAuthn.clearCredentials', { authenticatorId })

/** Lets the device not recognize its owner: it then waits, as it does for a person who does nothing. */
export const setVerified = (
  { client, authenticatorId }: { client: CDPSession; authenticatorId: string },
  isUserVerified: boolean,
) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
