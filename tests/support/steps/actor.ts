/** Takes random steps as one of many people at once: each step is one request, or one race of two. */
import { setTimeout as pause } from 'node:timers/promises'
import { randomOf } from '../cut.ts'
import { PAUSE, type Person } from './model.ts'
import { KINDS } from './kinds.ts'
import { type Actor, logInTwice, type Next, openTab, requestCode } from './requests.ts'
import type { Pair } from './service.ts'

/** The people of one actor, who take turns at random. */
const PEOPLE = 8
/** The steps after which a person rests, so that a run has many accounts: at least, and how many more at most. */
const [FEWEST, MORE] = [60, 200]
/** A person rests after this time too, in ms: codes work for ten minutes. */
const LONGEST = 480_000
/** A mailbox gets ten mails an hour. */
const MAILS = 9
/** The shortest run, in ms: in a shorter one mailboxes get no third mail, and hardly anybody logs in again. */
const SHORTEST = 100_000

/** What all actors share. */
export type World = {
  pair: Pair
  seed: number
  actors: number
  started: number
  /** Everybody so far. */
  everybody: Person[]
  /** The steps by kind. */
  counts: Map<string, number>
  /** Frames, tokens and handles so far: none may be given twice. */
  secrets: Set<string>
  /** Set when an actor fails, so that the others end. */
  isOver: boolean
}

export const worldOf = (pair: Pair, seed: number, actors: number): World => ({
  ...{ pair, seed, actors, started: Date.now(), everybody: [], counts: new Map(), secrets: new Set(), isOver: false },
})

/** Makes an actor. Its random choices are its own, so that the pace of the others does not change them. */
function actorOf(world: World, number: number): Actor {
  const random = randomOf(world.seed * 1_000 + number)
  const below = (most: number) => Math.floor(random() * most)
  return {
    pair: world.pair,
    below,
    process: () => (random() < 0.5 ? 0 : 1),
    oneOf<T>(list: readonly T[]): T {
      const at = below(list.length)
      if (at >= list.length) throw new Error('There is nothing to choose from')
      return list[at] as T
    },
    fresh(secret) {
      if (world.secrets.has(secret)) throw new Error(`${secret} was given twice`)
      world.secrets.add(secret)
    },
  }
}

/** Chooses a kind of step that this person can take, by the kinds' weights. */
function kindFor(actor: Actor, person: Person): string {
  const possible = Object.entries(KINDS).filter(([, { isPossible }]) => isPossible(person))
  let left = actor.below(possible.reduce((sum, [, { weight }]) => sum + weight, 0))
  for (const [name, { weight }] of possible) {
    left -= weight
    if (left < 0) return name
  }
  throw new Error('No step is possible')
}

/**
 * Takes at least `quota` steps, and those that a begun login of twins still needs.
 * @throws Error at the first answer that is not the model's, with what is needed to find it
 */
export async function act(world: World, number: number, quota: number): Promise<void> {
  const actor = actorOf(world, number)
  let [people, taken] = [0, 0]
  const makePerson = (): Person => {
    const id = number + world.actors * people++
    const person: Person = {
      ...{ email: `step${world.seed}-${id}@example.com`, ip: `10.${id >> 16}.${(id >> 8) & 255}.${id & 255}` },
      ...{ born: Date.now(), tabs: [], isKnown: false, live: [], ended: [], devices: new Set(), mails: 0, wrong: 0 },
      ...{ left: FEWEST + actor.below(MORE), log: [] },
    }
    world.everybody.push(person)
    return person
  }
  const take = async (person: Person, kind: string, run: () => Promise<Next | void>): Promise<void> => {
    person.log = [...person.log.slice(-15), `${taken} ${kind}`]
    taken++
    person.left--
    world.counts.set(kind, (world.counts.get(kind) ?? 0) + 1)
    let next: Next | void
    try {
      next = await run()
    } catch (error) {
      world.isOver = true
      const about = `seed ${world.seed}, actor ${number}, step ${taken - 1} (${kind}), ${person.email}`
      throw new Error(`${about}: ${String(error)}\nIts last steps: ${person.log.join(', ')}`, { cause: error })
    }
    if (next) await take(person, next.kind, next.run)
  }
  /** The next step of a person who logs in for the first time in two browsers at once; undefined while it must wait. */
  const stepOfTwin = (
    twin: Person,
  ): { kind: string; run: () => Promise<Next | void>; isLast?: boolean } | undefined => {
    const [one, other] = twin.tabs
    if (!one || !other) return { kind: 'open a frame', run: () => openTab(actor, twin) }
    if (!one.code) return { kind: 'ask for a code', run: () => requestCode(actor, twin, one) }
    if (other.code)
      return { kind: 'race: first logins', run: () => logInTwice(actor, twin, [one, other]), isLast: true }
    if (Date.now() < (twin.mailed?.[1] ?? 0) + PAUSE) return undefined
    return { kind: 'ask for a code', run: () => requestCode(actor, twin, other) }
  }

  const isDue = () => taken < quota || Date.now() < world.started + SHORTEST
  const roster = Array.from({ length: PEOPLE }, makePerson)
  let twin: Person | undefined = makePerson()
  while (!world.isOver && (isDue() || twin)) {
    const due = twin && stepOfTwin(twin)
    if (twin && due) {
      await take(twin, due.kind, due.run)
      if (due.isLast) {
        roster.push(twin)
        twin = isDue() ? makePerson() : undefined
      }
      continue
    }
    if (!isDue()) {
      await pause(200)
      continue
    }
    const person = actor.oneOf(roster)
    if (person.left <= 0 || person.mails >= MAILS || Date.now() > person.born + LONGEST) {
      roster.splice(roster.indexOf(person), 1)
      if (roster.length < PEOPLE) roster.push(makePerson())
      continue
    }
    const kind = kindFor(actor, person)
    await take(person, kind, async () => KINDS[kind]?.run(actor, person))
  }
}
