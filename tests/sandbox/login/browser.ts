/**
 * Acts as a browser of the login service, over plain HTTP: sends the frame's requests, and keeps cookies and tokens.
 */
import { APPROVE_FIRST } from '../../../runtime/auth/messages.ts'
import type { Mail } from '../../../sandbox/index.ts'
import type { Page } from './person.ts'

export type Answer = {
  status: number
  answer: unknown
  message?: string
  code?: number
  session?: { token: string; handle: string } | null
}

/** A login service, and the mails that it sent: the sandbox's, or that of a `walletkit-server`. */
export type Service = { secureSite: string; login: { mails: (to?: string) => Mail[] } }

/** The origin of the page that contains the frame. */
export const SITE = 'http://localhost:5173'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** The parts that stay in the browser after a sign-out. */
type Kept = { device: string | undefined }
export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** The header in which a service behind a proxy reads the client's IP address, where a test says so. */
export const PROXY = 'x-forwarded-for'

/** Sends POST requests to the service as its own page does, from a browser with this language and this IP address. */
const poster =
  (service: Service, language: string | undefined, ip: string | undefined) =>
  async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.secureSite}/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        origin: service.secureSite,
        'content-type': 'application/json',
        'user-agent': AGENT,
        ...(language && { 'accept-language': language }),
        ...(ip && { [PROXY]: ip }),
        ...headers,
      },
    })
    const value = (await answer.json()) as Omit<Answer, 'status'> & { frame?: string; device?: string }
    return { status: answer.status, ...value }
  }

/** A request; `unlock` is what opens the lock of the wallet. */
type Sent = [name: string, payload?: unknown, chainId?: unknown, proof?: string | undefined, unlock?: unknown]

/** Opens the frame in a new browser, or in that of `same`, which may be known to the service and signed in. */
export async function openBrowser(
  sandbox: Service,
  { site = SITE, same, language, ip }: { site?: string; same?: { kept: Kept }; language?: string; ip?: string } = {},
) {
  const kept: Kept = same?.kept ?? { device: undefined }
  const post = poster(sandbox, language, ip)
  const { frame } = await post('open', { origin: site, projectId: 'tests' })
  let session: string | undefined

  const ask = async (...[name, payload, chainId = 31337, proof, unlock]: Sent): Promise<Answer> => {
    const told = await post(
      name,
      { payload, chainId, proof, unlock },
      {
        'x-frame': frame ?? '',
        ...(session && { authorization: `Bearer ${session}` }),
        ...(kept.device && { 'x-device': kept.device }),
      },
    )
    if (told.device !== undefined) kept.device = told.device
    if (told.session !== undefined) session = told.session?.token
    return told
  }
  /** Resolves with the answer. @throws Error with the service's message */
  const must = async <T>(name: string, payload?: unknown, chainId?: unknown): Promise<T> => {
    const told = await ask(name, payload, chainId)
    if (told.status !== 200) throw new Error(told.message)
    return told.answer as T
  }
  return {
    kept,
    ask,
    must,
    post,
    frame: frame ?? '',
    session: () => session,
    setSession: (token: string | undefined) => (session = token),
    /** Logs in with the mail's code, and approves the browser by mail if necessary. */
    async login(email: string) {
      const { action } = await must<{ action: string }>('CONNECT_EMAIL', { email })
      if (action === 'CONNECT') return action
      const { link } = newest(sandbox, email)
      if (link) await approveDevice(sandbox, link)
      await must('CONNECT_OTP', { otp: newest(sandbox, email).code })
      return action
    },
    /**
     * Takes the result of a social login, as the frame in the popup's browser does, and approves the browser by mail if
     * necessary.
     */
    async claim(page: Pick<Page, 'data' | 'cookies'>, email?: string, chainId: unknown = 31337) {
      const payload = { uri: page.data('result') ?? '', chainId }
      const once = () => ask('CONNECT_SOCIAL', payload, chainId, page.data('proof'))
      let told = await once()
      if (told.message === APPROVE_FIRST && email) {
        await approveDevice(sandbox, newest(sandbox, email).link ?? '', page)
        told = await once()
      }
      if (told.status !== 200) throw new Error(told.message)
      return told.answer as { address: string; email: string | null; userName: string | null }
    },
    /** Starts a change of the mail address, and confirms it as the frame does after the person's press. */
    async change(email: string) {
      const planned = await ask('CHANGE', { email })
      const { account } = (planned.answer ?? {}) as { account?: string }
      const confirmed = planned.status === 200 ? await ask('CHANGE_CONFIRMED', { email, account }) : planned
      if (confirmed.status !== 200) return { status: confirmed.status, message: confirmed.message, answer: undefined }
      const { status, message, answer } = await ask('UPDATE_EMAIL', { email })
      return { status, message, answer }
    },
    user: (chainId: unknown = 31337) =>
      must<{
        address: `0x${string}`
        email: string | null
        userName: string | null
        chainId: unknown
        accounts: { address: `0x${string}`; type: string }[]
        preferredAccountType: string
        smartAccountDeployed: boolean
      }>('GET_USER', { chainId }),
    rpc: <T>(method: string, params?: unknown, chainId: unknown = 31337) =>
      must<T>('RPC_REQUEST', { method, params, chainId }, chainId),
  }
}

/** The newest mail to an address. @throws Error when there is none */
export function newest(sandbox: Service, email: string) {
  const mail = sandbox.login.mails(email).at(-1)
  if (!mail) throw new Error(`There is no mail to ${email}`)
  return mail
}

/** Presses the button of the page behind a mail's link, in the browser that has the popup `page`. */
export async function approveDevice(sandbox: Service, link: string, page?: Pick<Page, 'cookies'>) {
  const answer = await fetch(`${sandbox.secureSite}/api/device`, {
    method: 'POST',
    headers: { origin: sandbox.secureSite, cookie: page?.cookies('/api/device') ?? '' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), approve: 'yes' }),
  })
  const { message } = (await answer.json()) as { message?: string }
  if (!answer.ok) throw new Error(message)
}

let count = 0
/** A new address. With an old one, a test would have to wait between two mails. */
export const someEmail = () => `person${++count}@example.com`
