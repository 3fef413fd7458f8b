/** Many clients of the login service that send what they like, over HTTP, next to a model of what each may know. */
import { expect } from 'vitest'
import { limitRules } from '../../sandbox/login/limits.ts'
import { mailboxOf } from '../../sandbox/login/address.ts'
import type { Sandbox } from '../../sandbox/index.ts'

/** Needs a sandbox with `loginProxyHeader: 'x-forwarded-for'`. `seed` decides everything that is random. */
export type Fuzz = { clients: number; requests: number; people: number; seed: number }

type Client = {
  ip: string
  /** The address whose mails this client reads; the others read none. */
  reads: string | undefined
  frame?: string
  session?: string
  device?: string
  /** It has just asked for a code to the address that it reads. */
  asked?: boolean
}

/** Mulberry32: small, and the same on every machine. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const SITE = { origin: 'http://localhost:5173', projectId: 'fuzz' }

const NAMES = [
  ...[
    'open',
    'CONNECT_EMAIL',
    'CONNECT_EMAIL',
    'CONNECT_OTP',
    'CONNECT_OTP',
    'CONNECT_SOCIAL',
    'GET_USER',
    'UPDATE_EMAIL',
  ],
  ...['UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP', 'CHANGE', 'CHANGE_CONFIRMED', 'EXPORT_CODE', 'EXPORT'],
  ...['FORGET', 'SESSIONS', 'SIGN_OUT_ONE', 'IS_CONNECTED', 'GET_SOCIAL_REDIRECT_URI', 'SIGN_OUT', 'undo', 'device'],
]

/** @returns how many requests were answered with which status, and how many logins there were */
export async function fuzzLogin(sandbox: Sandbox, { clients: many, requests, people, seed }: Fuzz) {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const emails = Array.from({ length: people }, (_, at) => `model${seed}-${at}@example.com`)
  const clients: Client[] = Array.from({ length: many }, (_, at) => ({
    ip: `198.51.${(at >> 8) % 256}.${at % 256}`,
    reads: at % 4 === 0 ? emails[at % people] : undefined,
  }))
  const statuses: Record<number, number> = {}
  let logins = 0
  /** Secrets by the client that may see them. */
  const tokens = new Map<string, Client>()
  const otherwise = () =>
    oneOf(['', '0', '000000', 'x'.repeat(300), '0'.repeat(64), '__proto__', oneOf([...tokens.keys()])]) ?? ''
  const codeFor = ({ reads }: Client) =>
    (reads !== undefined && random() < 0.7 && sandbox.login.mails(reads).findLast(({ code }) => code)?.code) ||
    otherwise()

  const step = async () => {
    const client = oneOf(clients)
    // Somebody who has asked for a code mostly enters it next, so that there are logins to look at.
    const name = client?.asked && random() < 0.7 ? 'CONNECT_OTP' : oneOf(NAMES)
    if (!client || !name) return
    if (client.frame === undefined) {
      const { frame } = (await send(sandbox, client, 'open', SITE)).body
      if (frame !== undefined) client.frame = frame
    }
    const email = client.reads !== undefined && random() < 0.9 ? client.reads : (oneOf(emails) ?? '')
    const spelled =
      random() < 0.1 ? `x${below(99)}<${email}>` : random() < 0.1 ? email.replace('@', `+${below(9)}@`) : email
    const payload = { email: spelled, otp: codeFor(client), uri: otherwise(), provider: 'google', id: otherwise() }
    const body = ['undo', 'device'].includes(name)
      ? { token: otherwise(), approve: 'yes' }
      : { payload, chainId: 31337 }
    const { status, text, body: told } = await send(sandbox, client, name, name === 'open' ? SITE : body)
    statuses[status] = (statuses[status] ?? 0) + 1
    check(client, name, spelled, text)
    client.asked = name === 'CONNECT_EMAIL' && status === 200 && spelled === client.reads
    if (name === 'open' && told.frame) client.frame = told.frame
    if (told.session === null) delete client.session
    if (told.device) client.device = told.device
    if (told.session) {
      logins++
      client.session = told.session.token
      tokens.set(told.session.token, client)
      // Only somebody who reads an address's mails gets into its account.
      expect(client.reads, `${name} gave a session`).toBeDefined()
      const mine = (await send(sandbox, client, 'GET_USER', { payload: {}, chainId: 31337 })).text
      expect(mine).toContain(JSON.stringify(client.reads))
    }
  }

  /** No answer holds a key, another client's session, or an address that this client has not sent and does not read. */
  const check = (client: Client, name: string, sent: string, text: string) => {
    for (const [token, owner] of tokens) if (owner !== client) expect(text.includes(token), name).toBe(false)
    for (const [email = ''] of text.matchAll(/model\d+-\d+@example\.com/g))
      expect(
        [client.reads, sent].some((each) => each?.includes(email)),
        `${name} told ${email}`,
      ).toBe(true)
    expect(text, name).not.toMatch(/"evm":|at \S+ \(|node_modules/)
  }

  for (let at = 0; at < requests; at += 8) {
    await Promise.all(Array.from({ length: 8 }, step))
    // 52 minutes in all, so that an address gets more than one mail, and all of them in one hour.
    if (at % (requests / 100) < 8) sandbox.login.set({ advance: 31_000 })
  }

  // The clock did not move by an hour, so each count is of one window. A device link is followed by one code.
  const counts = new Map<string, number>()
  for (const { to, subject } of sandbox.login.mails()) {
    if (!/^Your (email|account|keys)/.test(subject)) counts.set(mailboxOf(to), (counts.get(mailboxOf(to)) ?? 0) + 1)
  }
  // Browsers that were let in have as many mails as all others.
  for (const [mailbox, count] of counts) expect(count, mailbox).toBeLessThanOrEqual(2 * limitRules.perHour)
  return { statuses, logins, mails: counts.size }
}

/** A request of a client. */
async function send(sandbox: Sandbox, client: Client, name: string, body: object) {
  const answer = await fetch(`${sandbox.secureSite}/api/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      origin: sandbox.secureSite,
      'x-forwarded-for': client.ip,
      ...(client.frame && { 'x-frame': client.frame }),
      ...(client.session && { authorization: `Bearer ${client.session}` }),
      ...(client.device && { 'x-device': client.device }),
    },
  })
  const text = await answer.text()
  type Told = { frame?: string; session?: { token: string } | null; device?: string }
  return { status: answer.status, text, body: JSON.parse(text) as Told }
}
