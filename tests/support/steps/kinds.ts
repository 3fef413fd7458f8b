/** The kinds of steps: what each can be about, and how often it comes. */
import {
  applyEnd,
  applyPress,
  applySignOut,
  applySignOutAll,
  GOOD,
  must,
  OLD_LINK,
  PAUSE,
  type Person,
  type Session,
  type Tab,
  TRIES,
} from './model.ts'
import {
  type Actor,
  ask,
  endedNext,
  enter,
  enterBoth,
  type InTab,
  listSessions,
  mailOf,
  type Next,
  openTab,
  press,
  pressTwice,
  requestCode,
  requestTwice,
  sign,
  signOutWhileRead,
  useEnded,
  useLive,
} from './requests.ts'
import { HOME, otherThan, type Process } from './service.ts'

type Kind = {
  weight: number
  isPossible: (person: Person) => boolean
  run: (actor: Actor, person: Person) => Promise<Next | void>
}

/** Makes a kind of step. @param on what a step can be about; it is possible if there is anything */
const kind = <T>(
  weight: number,
  on: (person: Person) => readonly T[],
  run: (actor: Actor, person: Person, one: T) => Promise<Next | void>,
): Kind => ({
  weight,
  isPossible: (person) => on(person).length > 0,
  run: (actor, person) => run(actor, person, actor.oneOf(on(person))),
})

/** The most tabs of a person, and wrong codes: after 20 from one IP address none is accepted. */
const [TABS, WRONG] = [5, 14]

/** A code that is not the expected one. */
function wrongCode(actor: Actor, tab: Tab): string {
  const text = String(actor.below(1_000_000)).padStart(6, '0')
  return text === tab.code?.text ? wrongCode(actor, tab) : text
}

const mayMail = ({ mailed }: Person) => mailed === undefined || Date.now() > mailed[1] + PAUSE
/** The tabs that could log in. */
const without = ({ tabs }: Person) => tabs.filter(({ session }) => !session)
const withCode = (person: Person) => without(person).filter(({ code }) => code?.text !== undefined)
const withLink = (person: Person) => without(person).filter(({ link }) => link !== undefined)
const withSession = ({ tabs }: Person): InTab[] =>
  tabs.flatMap((tab) => (tab.session ? [{ tab, session: tab.session }] : []))
const dashboards = (person: Person) => withSession(person).filter(({ tab }) => tab.site === HOME)
/** These, if the person may still enter wrong codes. */
const mayBeWrong = <T>({ wrong }: Person, all: readonly T[]) => (wrong < WRONG ? all : [])
const expecting = (person: Person) =>
  mayBeWrong(
    person,
    without(person).filter(({ code }) => code),
  )
/** Each of these sessions with each tab of its site, or of the other one. */
const inTabs = ({ tabs }: Person, sessions: readonly Session[], isOwn = true): InTab[] =>
  sessions.flatMap((session) =>
    tabs.filter(({ site }) => (site === session.site) === isOwn).map((tab) => ({ session, tab })),
  )
const right = ({ code }: Tab) => code?.text ?? ''
/** The process that did not send the tab's code. */
const notTheSender = (actor: Actor, { code }: Tab) =>
  code?.from === undefined ? actor.process() : otherThan(code.from)
const enterOld: (actor: Actor, person: Person, tab: Tab) => Promise<Next | void> = (actor, person, tab) =>
  enter(actor, person, tab, { text: actor.oneOf(tab.old), process: actor.process() })
/** Enters wrong codes until the code is locked, and then the right one, which no longer works. */
async function guess(actor: Actor, person: Person, tab: Tab): Promise<Next | void> {
  const isLocked = (tab.code?.wrong ?? TRIES) >= TRIES
  const text = isLocked ? right(tab) : wrongCode(actor, tab)
  await enter(actor, person, tab, { text, process: actor.process() })
  if (!isLocked) return { kind: 'guess until the lock', run: () => guess(actor, person, tab) }
}
/** Uses a session that was ended at `process` at the other one. */
const endedAt = (actor: Actor, person: Person, ended: Session, process: Process): Next | undefined => {
  const [at] = inTabs(person, [ended])
  return at && endedNext(actor, person, ended, { tab: at.tab, process: otherThan(process) })
}

/** The kinds by name; the number is the weight. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'open a frame': kind(8, (person) => (person.tabs.length < TABS ? [person] : []), openTab),
  'ask for a code': kind(60, (person) => (mayMail(person) ? without(person) : []), requestCode),
  'ask too soon': kind(1, (person) => (mayMail(person) ? [] : without(person)), requestCode),
  'race: ask for a code': kind(12, (person) => (mayMail(person) ? without(person) : []), requestTwice),
  'press a link': kind(40, withLink, async (actor, person, tab) => {
    const process = actor.process()
    must(await press(actor, person, tab.link ?? '', process), GOOD)
    applyPress(tab, mailOf(actor, person), process)
  }),
  'race: press a link': kind(20, withLink, pressTwice),
  'press an old link': kind(
    3,
    ({ tabs }) => tabs.flatMap(({ oldLink }) => oldLink ?? []),
    async (actor, person, token) => must(await press(actor, person, token, actor.process()), OLD_LINK),
  ),
  'enter the right code at the other': kind(30, withCode, (actor, person, tab) =>
    enter(actor, person, tab, { text: right(tab), process: notTheSender(actor, tab) }),
  ),
  'race: the right code': kind(20, withCode, (actor, person, tab) =>
    enterBoth(actor, person, tab, [right(tab), right(tab)]),
  ),
  'enter a wrong code': kind(10, expecting, (actor, person, tab) =>
    enter(actor, person, tab, { text: wrongCode(actor, tab), process: actor.process() }),
  ),
  'race: two wrong codes': kind(4, expecting, (actor, person, tab) =>
    enterBoth(actor, person, tab, [wrongCode(actor, tab), wrongCode(actor, tab)]),
  ),
  'race: a wrong and the right code': kind(
    4,
    (person) => mayBeWrong(person, withCode(person)),
    (actor, person, tab) => enterBoth(actor, person, tab, [wrongCode(actor, tab), right(tab)]),
  ),
  'guess until the lock': kind(2, (person) => (person.wrong < WRONG - TRIES ? withCode(person) : []), guess),
  'enter a used code': kind(3, ({ tabs }) => tabs.filter(({ code, old }) => !code && old.length > 0), enterOld),
  'enter an old code after a newer one': kind(
    10,
    (person) => mayBeWrong(person, withCode(person)).filter(({ old }) => old.length > 0),
    enterOld,
  ),
  "enter another tab's code": kind(
    4,
    (person) =>
      withCode(person).flatMap((own) =>
        mayBeWrong(person, without(person)).flatMap((tab) => (tab === own ? [] : { tab, text: right(own) })),
      ),
    (actor, person, { tab, text }) => enter(actor, person, tab, { text, process: actor.process() }),
  ),
  'read the user': kind(
    120,
    (person) => inTabs(person, person.live),
    (actor, person, { session, tab }) => useLive(actor, person, session, { tab, process: actor.process() }),
  ),
  'use an ended session': kind(
    15,
    (person) => inTabs(person, person.ended),
    (actor, person, { session, tab }) => useEnded(actor, person, session, { tab, process: actor.process() }),
  ),
  'use a session at another site': kind(
    6,
    (person) => inTabs(person, person.live, false),
    (actor, person, { session, tab }) => useEnded(actor, person, session, { tab, process: actor.process() }),
  ),
  'sign a message': kind(4, (person) => inTabs(person, person.live), sign),
  'sign out': kind(6, withSession, async (actor, person, { tab, session }) => {
    const process = actor.process()
    must(await ask(actor, person, tab, { process, name: 'SIGN_OUT' }), GOOD)
    applySignOut(person, tab, session)
    return endedAt(actor, person, session, process)
  }),
  'race: sign out and read': kind(3, withSession, signOutWhileRead),
  'list the sessions': kind(12, dashboards, listSessions),
  'end a session of the list': kind(6, dashboards, async (actor, person, { tab }) => {
    const process = actor.process()
    const ended = actor.oneOf(person.live)
    must(await ask(actor, person, tab, { process, name: 'SIGN_OUT_ONE', payload: { id: ended.handle } }), GOOD)
    applyEnd(person, ended)
    // The service forgets the browser, too: its next login needs an approval.
    person.devices.delete(ended.device)
    return endedAt(actor, person, ended, process)
  }),
  'sign out everywhere': kind(2, dashboards, async (actor, person, { tab }) => {
    const process = actor.process()
    const ended = actor.oneOf(person.live)
    must(await ask(actor, person, tab, { process, name: 'SIGN_OUT_ALL' }), GOOD)
    applySignOutAll(person)
    return endedAt(actor, person, ended, process)
  }),
}
