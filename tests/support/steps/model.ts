/**
 * What the service must know of a person after each step: the account, its sessions, and what each tab may do. It is
 * written from the promises of `sandbox/login`, without its code.
 */
import type { Mail } from '../../../sandbox/login/mail/read.ts'
import type { Process, Told } from './service.ts'

/** How long a mailbox waits for its next mail, in ms. */
export const PAUSE = 30_000
/** The wrong codes after which a code is locked. */
export const TRIES = 5

/** The code that a tab's frame expects. `text` is undefined where a link was mailed instead: then every code is wrong. */
type Code = { text: string | undefined; wrong: number; from: Process | undefined }
export type Session = { token: string; handle: string; site: string; device: string }

/** A tab of a browser of its own: its frame, and what that browser and its frame have. */
export type Tab = {
  readonly frame: string
  readonly site: string
  device?: string
  session?: Session | undefined
  code?: Code | undefined
  /** Codes that worked in this frame once, or were replaced. */
  old: string[]
  /** The token of a mailed link that approves this tab, and of the last one that no longer does. */
  link?: string | undefined
  oldLink?: string | undefined
  isApproved: boolean
}

export type Person = {
  readonly email: string
  readonly ip: string
  readonly born: number
  tabs: Tab[]
  /** The account's address, once it was read. */
  address?: string
  /** Whether the person has ever logged in, so that there is an account. */
  isKnown: boolean
  live: Session[]
  ended: Session[]
  devices: Set<string>
  /** The mails that the limits count, and when the last one left: between these two times, in ms since 1970. */
  mails: number
  mailed?: readonly [number, number]
  /** Wrong codes that were counted. */
  wrong: number
  /** The steps that are left before this person rests, and the last ones, for the error. */
  left: number
  log: string[]
}

/** An answer as the model expects it. */
export type Answer = { status: number; message?: string }

const GONE: Answer = { status: 400, message: 'Ask for a new code first' }
const LOCKED = 'Too many wrong codes. Ask for a new one.'
export const NOBODY: Answer = { status: 401, message: 'Nobody is signed in' }
export const OLD_LINK: Answer = { status: 410, message: 'This link was used already, or is too old.' }
export const GOOD: Answer = { status: 200 }

export const isLike = (told: Told, { status, message }: Answer): boolean =>
  told.status === status && told.message === message

/** @throws Error if the answer is not the expected one */
export function must(told: Told, expected: Answer): void {
  if (!isLike(told, expected))
    throw new Error(`Expected ${JSON.stringify(expected)}, but got ${told.status} ${JSON.stringify(told)}`)
}

/** The answer to a code in a frame that expects `code`, and what the frame expects then. */
export function entered(code: Code | undefined, text: string): { answer: Answer; next: Code | undefined } {
  if (!code) return { answer: GONE, next: undefined }
  if (code.wrong >= TRIES) return { answer: { status: 429, message: LOCKED }, next: code }
  if (code.text === text) return { answer: GOOD, next: undefined }
  const wrong = code.wrong + 1
  const message = wrong >= TRIES ? LOCKED : 'Invalid code. Try again.'
  return { answer: { status: 401, message }, next: { ...code, wrong } }
}

/** Changes what a frame expects; a code that stops working is kept as an old one. */
function expectCode(tab: Tab, code: Code | undefined): void {
  const before = tab.code?.text
  if (before !== undefined && before !== code?.text) tab.old = [...tab.old.slice(-2), before]
  // By chance a new code may be the same as an old one.
  tab.old = tab.old.filter((each) => each !== code?.text)
  tab.code = code
}

/** Applies an answer to a code. */
export function applyEntered(person: Person, tab: Tab, { answer, next }: ReturnType<typeof entered>): void {
  if (answer.status === 401) person.wrong++
  expectCode(tab, next)
}

function dropLink(tab: Tab): void {
  if (tab.link !== undefined) tab.oldLink = tab.link
  tab.link = undefined
}

/** Whether a request for a code mails one; otherwise it mails a link that has to approve this browser first. */
const getsCode = (person: Person, tab: Tab): boolean =>
  !person.isKnown || tab.isApproved || (tab.device !== undefined && person.devices.has(tab.device))

/** Applies the one mail that a request for a code has sent. @throws Error if it is another one */
export function applyMail(person: Person, tab: Tab, mail: Mail | undefined, from: Process | undefined): void {
  const isCode = getsCode(person, tab)
  if (mail === undefined || (mail.code !== undefined) !== isCode || (mail.link !== undefined) === isCode)
    throw new Error(`Expected a ${isCode ? 'code' : 'link'}, but got ${JSON.stringify(mail)}`)
  person.mails++
  dropLink(tab)
  expectCode(tab, { text: mail.code, wrong: 0, from })
  if (mail.link !== undefined) tab.link = new URL(mail.link).hash.slice(1)
}

/** Applies the press of a link, which has mailed a code. @throws Error if it did not */
export function applyPress(tab: Tab, mail: Mail | undefined, from: Process | undefined): void {
  if (mail?.code === undefined) throw new Error(`Expected a code, but got ${JSON.stringify(mail)}`)
  dropLink(tab)
  tab.isApproved = true
  expectCode(tab, { text: mail.code, wrong: 0, from })
}

/** Applies a login in a tab. @param fresh throws for a secret that was given to anybody before */
export function applyLogin(person: Person, tab: Tab, told: Told, fresh: (secret: string) => void): Session {
  const { session, device } = told
  if (!session || device === undefined) throw new Error(`A login without a session: ${JSON.stringify(told)}`)
  fresh(session.token)
  fresh(session.handle)
  if (tab.device === undefined || !person.devices.has(tab.device)) fresh(device)
  else if (device !== tab.device) throw new Error('A browser that the account knows got another device token')
  const started = { ...session, site: tab.site, device }
  person.isKnown = true
  person.devices.add(device)
  person.live.push(started)
  tab.device = device
  tab.session = started
  tab.isApproved = false
  expectCode(tab, undefined)
  return started
}

export function applyEnd(person: Person, session: Session): void {
  person.live = person.live.filter((each) => each !== session)
  person.ended = [...person.ended.slice(-5), session]
  for (const tab of person.tabs) if (tab.session === session) tab.session = undefined
}

/** Applies a sign-out in a tab, which also ends the codes of its frame. */
export function applySignOut(person: Person, tab: Tab, session: Session): void {
  applyEnd(person, session)
  expectCode(tab, undefined)
}

/** Applies a sign-out everywhere, which also ends the logins under way. */
export function applySignOutAll(person: Person): void {
  for (const session of person.live) applyEnd(person, session)
  person.devices.clear()
  for (const tab of person.tabs) {
    expectCode(tab, undefined)
    dropLink(tab)
    tab.isApproved = false
  }
}
