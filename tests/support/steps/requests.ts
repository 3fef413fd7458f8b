/** What people do: each asks one process, or both at once, and compares the answers with the model. */
import { type Hex, recoverMessageAddress, stringToHex } from 'viem'
import type { Mail } from '../../../sandbox/login/mail/read.ts'
import { SITE } from '../../sandbox/login/browser.ts'
import {
  applyEntered,
  applyLogin,
  applyMail,
  applyPress,
  applySignOut,
  entered,
  GOOD,
  isLike,
  must,
  NOBODY,
  OLD_LINK,
  PAUSE,
  type Person,
  type Session,
  type Tab,
} from './model.ts'
import { HOME, otherThan, type Pair, type Process, type Told } from './service.ts'

/** Who takes the steps, with its random choices. */
export type Actor = {
  pair: Pair
  below: (most: number) => number
  process: () => Process
  oneOf: <T>(list: readonly T[]) => T
  /** @throws Error for a secret that was given to anybody before */
  fresh: (secret: string) => void
}

/** A step that comes at once after another one. */
export type Next = { kind: string; run: () => Promise<Next | void> }

/** Where a session is used: a tab, and a process. */
type Where = { tab: Tab; process: Process }
/** A tab with a session that is used there. */
export type InTab = { tab: Tab; session: Session }
type Request = { process: Process; name: string; payload?: object; session?: Session | undefined }

const CHAIN = 'eip155:1'
/** The orders in which two requests at once may have been answered. */
const ORDERS = [
  [0, 1],
  [1, 0],
] as const

/** Sends a request of a tab, with the session of this tab unless `session` says otherwise. */
export const ask = (
  { pair }: Actor,
  { ip }: Person,
  { frame, device, session: own }: Tab,
  { process, name, payload = {}, session = own }: Request,
): Promise<Told> =>
  pair.post(process, name, { payload, chainId: CHAIN }, { ip, frame, device, session: session?.token })

/** Sends two requests at once, one to each process. */
const atBoth = (send: (process: Process) => Promise<Told>, first: Process) =>
  Promise.all([send(first), send(otherThan(first))])

/** The mail that a step has sent to a person, if there is one. @throws Error if there are more */
export function mailOf({ pair }: Actor, { email }: Person): Mail | undefined {
  const [mail, ...more] = pair.mails.take(email)
  if (more.length) throw new Error(`${more.length + 1} mails`)
  return mail
}

export async function openTab(actor: Actor, person: Person): Promise<void> {
  const site = actor.below(3) === 0 ? HOME : SITE
  const told = await actor.pair.post(actor.process(), 'open', { origin: site, projectId: 'steps' }, { ip: person.ip })
  must(told, GOOD)
  const { frame } = told
  if (frame === undefined) throw new Error('There is no frame')
  actor.fresh(frame)
  person.tabs.push({ frame, site, old: [], isApproved: false })
}

/** Asks for a code, which is refused if the mailbox got a mail less than half a minute ago. */
export async function requestCode(actor: Actor, person: Person, tab: Tab): Promise<void> {
  const { email, mailed = [0, 0] } = person
  const process = actor.process()
  const before = Date.now()
  const told = await ask(actor, person, tab, { process, name: 'CONNECT_EMAIL', payload: { email } })
  const after = Date.now()
  const mail = mailOf(actor, person)
  const isSoon = after < mailed[0] + PAUSE
  if (isSoon || (before < mailed[1] + PAUSE && told.status !== 200)) return mustBeSoon(told, mail)
  must(told, GOOD)
  applyMail(person, tab, mail, process)
  person.mailed = [before, after]
}

function mustBeSoon({ status, message = '' }: Told, mail?: object): void {
  if (status !== 429 || !/^Please try again after \d+ seconds$/.test(message) || mail)
    throw new Error(`Expected no mail so soon, but got ${status} ${message} ${JSON.stringify(mail)}`)
}

/** Asks both processes for a code at once: only one may mail it. */
export async function requestTwice(actor: Actor, person: Person, tab: Tab): Promise<void> {
  const { email } = person
  const before = Date.now()
  const first = actor.process()
  const send = (process: Process) => ask(actor, person, tab, { process, name: 'CONNECT_EMAIL', payload: { email } })
  const told = await atBoth(send, first)
  const [sent, refused] = told[0].status === 200 ? told : [told[1], told[0]]
  must(sent, GOOD)
  mustBeSoon(refused)
  applyMail(person, tab, mailOf(actor, person), sent === told[0] ? first : otherThan(first))
  person.mailed = [before, Date.now()]
}

/** Whether a process says that a session is one. */
async function isConnected(actor: Actor, person: Person, session: Session, { tab, process }: Where): Promise<boolean> {
  const payload = { token: session.handle }
  const told = await ask(actor, person, tab, { process, name: 'IS_CONNECTED', payload, session })
  must(told, GOOD)
  return (told.answer as { isConnected: boolean }).isConnected
}

/** Reads the user: the address is that of the first time. @param where any tab of the session's site */
async function readUser(actor: Actor, person: Person, session: Session, { tab, process }: Where): Promise<void> {
  const told = await ask(actor, person, tab, { process, name: 'GET_USER', session })
  must(told, GOOD)
  const { address, email } = told.answer as { address: string; email: string }
  person.address ??= address
  if (address !== person.address || email !== person.email)
    throw new Error(`Expected ${person.address}, but got ${address} of ${email}`)
}

/** Uses a session. */
export async function useLive(actor: Actor, person: Person, session: Session, where: Where): Promise<void> {
  if (actor.below(2)) return readUser(actor, person, session, where)
  if (!(await isConnected(actor, person, session, where))) throw new Error(`The session ${session.handle} is lost`)
}

/** Uses a session that has ended, or one of another site. The service must say that nobody is signed in. */
export async function useEnded(actor: Actor, person: Person, session: Session, where: Where): Promise<void> {
  if (actor.below(2)) return must(await ask(actor, person, where.tab, { ...where, name: 'GET_USER', session }), NOBODY)
  if (await isConnected(actor, person, session, where)) throw new Error(`The ended session ${session.handle} works`)
}

const readNext = (actor: Actor, person: Person, session: Session, where: Where): Next => ({
  kind: 'read after the login, at the other',
  run: () => readUser(actor, person, session, where),
})
export const endedNext = (actor: Actor, person: Person, session: Session, where: Where): Next => ({
  kind: 'use after the end, at the other',
  run: () => useEnded(actor, person, session, where),
})

/** Enters a code. */
export async function enter(
  actor: Actor,
  person: Person,
  tab: Tab,
  { text, process }: { text: string; process: Process },
) {
  const told = await ask(actor, person, tab, { process, name: 'CONNECT_OTP', payload: { otp: text } })
  const expected = entered(tab.code, text)
  must(told, expected.answer)
  applyEntered(person, tab, expected)
  if (expected.answer !== GOOD) return undefined
  const session = applyLogin(person, tab, told, actor.fresh)
  return readNext(actor, person, session, { tab, process: otherThan(process) })
}

/** Enters two codes at once, one at each process: the answers must be those of one after the other, in either order. */
export async function enterBoth(actor: Actor, person: Person, tab: Tab, texts: readonly [string, string]) {
  const first = actor.process()
  const textAt = (process: Process) => (process === first ? texts[0] : texts[1])
  const send = (process: Process) =>
    ask(actor, person, tab, { process, name: 'CONNECT_OTP', payload: { otp: textAt(process) } })
  const told = await atBoth(send, first)
  const orders = ORDERS.map(([early, late]) => {
    const one = entered(tab.code, texts[early])
    const two = entered(one.next, texts[late])
    return [
      [told[early], one],
      [told[late], two],
    ] as const
  })
  const found = orders.find((order) => order.every(([each, { answer }]) => isLike(each, answer)))
  if (!found) throw new Error(`Expected the answers of one after the other, but got ${JSON.stringify(told)}`)
  let next: Next | undefined
  for (const [each, expected] of found) {
    applyEntered(person, tab, expected)
    if (expected.answer !== GOOD) continue
    const session = applyLogin(person, tab, each, actor.fresh)
    next = readNext(actor, person, session, { tab, process: actor.process() })
  }
  return next
}

/** Logs in to a new account in two tabs at once, one at each process: both get the same account. */
export async function logInTwice(actor: Actor, person: Person, tabs: readonly [Tab, Tab]): Promise<Next> {
  const first = actor.process()
  const tabAt = (process: Process) => (process === first ? tabs[0] : tabs[1])
  const send = (process: Process) => {
    const tab = tabAt(process)
    return ask(actor, person, tab, { process, name: 'CONNECT_OTP', payload: { otp: tab.code?.text ?? '' } })
  }
  const told = await atBoth(send, first)
  const [one, two] = tabs.map((tab, at) => {
    const each = told[at] ?? { status: 0 }
    const expected = entered(tab.code, tab.code?.text ?? '')
    must(each, expected.answer)
    applyEntered(person, tab, expected)
    return applyLogin(person, tab, each, actor.fresh)
  })
  if (!one || !two) throw new Error('There are no two tabs')
  return {
    kind: 'read after the login, at the other',
    run: async () => {
      await readUser(actor, person, one, { tab: tabs[0], process: otherThan(first) })
      return readNext(actor, person, two, { tab: tabs[1], process: first })
    },
  }
}

export const press = ({ pair }: Actor, { ip }: Person, token: string, process: Process) =>
  pair.post(process, 'device', { token, approve: 'yes' }, { ip })

/** Presses a mailed link at both processes at once: one approves the browser, and mails a code. */
export async function pressTwice(actor: Actor, person: Person, tab: Tab): Promise<void> {
  const first = actor.process()
  const told = await atBoth((process) => press(actor, person, tab.link ?? '', process), first)
  const [pressed, refused] = told[0].status === 200 ? told : [told[1], told[0]]
  must(pressed, GOOD)
  must(refused, OLD_LINK)
  applyPress(tab, mailOf(actor, person), pressed === told[0] ? first : otherThan(first))
}

/** Signs out at one process while the other reads: the read may be before or after. */
export async function signOutWhileRead(actor: Actor, person: Person, { tab, session }: InTab) {
  const first = actor.process()
  const [ended, told] = await atBoth(
    (process) => ask(actor, person, tab, { process, name: process === first ? 'SIGN_OUT' : 'GET_USER', session }),
    first,
  )
  must(ended, GOOD)
  if (!isLike(told, NOBODY)) must(told, GOOD)
  applySignOut(person, tab, session)
  return endedNext(actor, person, session, { tab, process: otherThan(first) })
}

/** The dashboard's list has exactly the sessions that are live. */
export async function listSessions(actor: Actor, person: Person, { tab, session }: InTab) {
  const told = await ask(actor, person, tab, { process: actor.process(), name: 'SESSIONS' })
  must(told, GOOD)
  const { list } = told.answer as { list: { id: string; current: boolean }[] }
  const listed = list.map(({ id, current }) => `${id}${current ? ', current' : ''}`).sort()
  const live = person.live.map((each) => `${each.handle}${each === session ? ', current' : ''}`).sort()
  if (listed.join('\n') !== live.join('\n'))
    throw new Error(`Expected the sessions ${live.join()}, but got ${listed.join()}`)
}

/** Signs a message, for which a random process opens the account's key. */
export async function sign(actor: Actor, person: Person, { tab, session }: InTab) {
  const message = `Step ${actor.below(1e9)}`
  const params = [stringToHex(message), person.address]
  const payload = { method: 'personal_sign', params, chainId: CHAIN }
  const told = await ask(actor, person, tab, { process: actor.process(), name: 'RPC_REQUEST', payload, session })
  must(told, GOOD)
  const signer = await recoverMessageAddress({ message, signature: told.answer as Hex })
  if (signer !== person.address) throw new Error(`Expected a signature of ${person.address}, but got one of ${signer}`)
}
