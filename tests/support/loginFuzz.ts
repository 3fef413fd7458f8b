/**
 * Sends random requests of many clients to the login service over HTTP, and checks that no client learns another one's
 * secrets.
 */
import { expect } from 'vitest'
import { limitRules } from '../../sandbox/login/limits.ts'
import { mailboxOf } from '../../sandbox/login/address.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { randomOf } from './cut.ts'

/** How many clients, requests and people. `seed` decides everything that is random. */
export type Fuzz = { clients: number; requests: number; people: number; seed: number }

type Client = {
  ip: string
  /** The address whose mails this client reads; the others read none. */
  reads: string | undefined
  frame?: string
  session?: string
  device?: string
  /** Whether the client has just requested a code that is mailed to the address that it reads. */
  asked?: boolean
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

/**
 * Runs the requests. The sandbox needs `loginProxyHeader: 'x-forwarded-for'`, because each client has an IP address of
 * its own.
 * @returns the number of answers by status, of logins, and of mailboxes that got mails
 */
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
  /** The session tokens so far, with the client that owns each. */
  const tokens = new Map<string, Client>()
  /** The accounts whose change of address was planned: any client may name any of them. */
  const accounts = new Set<string>()
  const otherwise = () =>
    oneOf(['', '0', '000000', 'x'.repeat(300), '0'.repeat(64), '__proto__', oneOf([...tokens.keys()])]) ?? ''
  const codeFor = ({ reads }: Client) =>
    (reads !== undefined && random() < 0.7 && sandbox.login.mails(reads).findLast(({ code }) => code)?.code) ||
    otherwise()

  const step = async () => {
    const client = oneOf(clients)
    // A client that has requested a code mostly enters it next: otherwise hardly any login would succeed.
    const name = client?.asked && random() < 0.7 ? 'CONNECT_OTP' : oneOf(NAMES)
    if (!client || !name) return
    if (client.frame === undefined) {
      const { frame } = (await send(sandbox, client, 'open', SITE)).body
      if (frame !== undefined) client.frame = frame
    }
    const email = client.reads !== undefined && random() < 0.9 ? client.reads : (oneOf(emails) ?? '')
    const spelled =
      random() < 0.1 ? `x${below(99)}<${email}>` : random() < 0.1 ? email.replace('@', `+${below(9)}@`) : email
    const account = oneOf([...accounts]) ?? otherwise()
    const payload = {
      email: spelled,
      otp: codeFor(client),
      uri: otherwise(),
      provider: 'google',
      id: otherwise(),
      account,
    }
    const body = ['undo', 'device'].includes(name)
      ? { token: otherwise(), approve: 'yes' }
      : { payload, chainId: 31337 }
    const { status, text, body: told } = await send(sandbox, client, name, name === 'open' ? SITE : body)
    statuses[status] = (statuses[status] ?? 0) + 1
    check(client, name, spelled, text)
    client.asked = name === 'CONNECT_EMAIL' && status === 200 && spelled === client.reads
    if (name === 'open' && told.frame) client.frame = told.frame
    const planned = /"account":"([^"]+)"/.exec(text)?.[1]
    if (name === 'CHANGE' && planned) accounts.add(planned)
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
    // Move the clock by 52 minutes in all: the pause between two mails passes, but all mails fall into one hour.
    if (at % (requests / 100) < 8) sandbox.login.set({ advance: 31_000 })
  }

  // All mails are within one hour, so the limit per hour applies to each count. Notices are not limited, so leave them
  // out.
  const counts = new Map<string, number>()
  for (const { to, subject } of sandbox.login.mails()) {
    if (!/^Your (email|account|keys)/.test(subject)) counts.set(mailboxOf(to), (counts.get(mailboxOf(to)) ?? 0) + 1)
  }
  // Browsers that were let in have a limit of their own, so a mailbox may get twice the limit.
  for (const [mailbox, count] of counts) expect(count, mailbox).toBeLessThanOrEqual(2 * limitRules.perHour)
  return { statuses, logins, mails: counts.size }
}

/** Sends a client's request with its secrets and its IP address. */
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
