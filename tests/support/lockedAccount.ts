/** Steps of a person with a locked wallet, as the login's own pages take them. */
import { freePort } from '../../cli/repo/freePort.ts'
import { keyOfCode } from '../../sandbox/login/page/lock/recoveryCode.ts'
import { type Browser, openBrowser, SITE, someEmail } from '../sandbox/login/browser.ts'
import { startHosted } from './hosted.ts'
import { softAuthenticator, someRecovery, type SoftAuthenticator, type Wrong } from './softAuthenticator.ts'

export const MESSAGE = '0x48656c6c6f'

/** A server with a name, because browsers make no passkeys for an IP address. */
export async function startNamed(config: Record<string, unknown> = {}, environment: Record<string, string> = {}) {
  const port = await freePort()
  return startHosted({ port, url: `http://localhost:${port}`, sites: [SITE], ...config }, environment)
}

type Service = Parameters<typeof openBrowser>[0]
type KeyRequest = Parameters<SoftAuthenticator['use']>[0] & { recovery: string }

/** Logs somebody in, and locks the wallet with a passkey of `device` and a recovery code. */
export async function lockedPerson(service: Service, device = softAuthenticator(service.secureSite)) {
  const email = someEmail()
  const browser = await openBrowser(service, { site: SITE })
  await browser.login(email)
  const { address } = await browser.user(1)
  const { code } = await lockKeys(browser, device)
  return { email, browser, address, device, code }
}

export async function lockKeys(browser: Browser, device: SoftAuthenticator) {
  const passkey = await device.create(await browser.must('PASSKEY_BEGIN'))
  const { code, recovery } = await someRecovery()
  await browser.must('LOCK_KEYS', { passkey, recovery })
  return { code, passkey }
}

export const signing = (address: string, message = MESSAGE) => ({
  method: 'personal_sign',
  params: [message, address],
  chainId: 1,
})

/** What the service says about the lock before a request is approved. */
export const stateFor = (browser: Browser, request: object) =>
  browser.must<{ state: string; key?: KeyRequest }>('LOCK', request, 1)
export async function keyFor(browser: Browser, request: object): Promise<KeyRequest> {
  const { key } = await stateFor(browser, request)
  if (!key) throw new Error('The wallet is not locked')
  return key
}
/** Signs a message with a passkey of `device`. */
export async function signWith(browser: Browser, address: string, device: SoftAuthenticator, wrong: Wrong = {}) {
  const request = signing(address)
  const unlock = await device.use(await keyFor(browser, request), wrong)
  return browser.ask('RPC_REQUEST', request, 1, undefined, unlock)
}
/** Signs a message with the recovery code. */
export async function signByCode(browser: Browser, address: string, code: string) {
  const request = signing(address)
  const { recovery } = await keyFor(browser, request)
  return browser.ask('RPC_REQUEST', request, 1, undefined, { recovery: await keyOfCode(code, recovery) })
}

/** Opens the lock on the dashboard for one use. */
export async function unlockFor(browser: Browser, use: string, device: SoftAuthenticator) {
  return device.use(await browser.must<KeyRequest>('UNLOCK', { use }))
}
