/** Runs a random walk on fake timers: steps of wallets, visitor, site, reloads and tabs. */
import fc from 'fast-check'
import { vi } from 'vitest'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
// Load these modules before the walks: an import during a walk takes real time.
import '../../../runtime/actions/activate.ts'
import '../../../runtime/actions/close.ts'
import '../../../runtime/actions/tabs.ts'
import '../../../runtime/actions/verify.ts'
import '../../../runtime/chains/eip155/adapter.ts'
import '../../../runtime/chains/solana/adapter.ts'
import { fault, trapped, unsettled } from './rules.ts'
import { makeSite, type Site } from './site.ts'
import { NAMES, type Step, STEPS } from './steps.ts'

/** The ms of a pause that is longer than any time for which the kit waits for a wallet. */
const LONG = 60_000

export const walks = () =>
  fc.array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      tab: fc.nat(1),
      at: fc.nat(11),
      /** The ms after the step in which nobody does anything. */
      pause: fc.constantFrom(0, 0, 1, 10, 4_000, LONG),
    }),
    { minLength: 1, maxLength: 24 },
  )

export type Walk = readonly (Step & { pause: number })[]

/**
 * Takes the steps. Needs fake timers. Resolves with the first step after which something is wrong and what, or
 * `undefined`.
 */
export async function walk(steps: Walk): Promise<string | undefined> {
  const site = makeSite()
  site.open(0)
  const look = (after: string) => {
    for (const { kit } of site.tabs) {
      const wrong = fault(site, kit)
      if (wrong) return `${after}: ${wrong}`
    }
    return undefined
  }
  for (const [index, { name, tab, at, pause }] of steps.entries()) {
    const own = site.tabs[tab % site.tabs.length]
    if (own) STEPS[name]?.(site, own, at)
    const early = look(`${index} ${name}, at once`)
    if (early) return early
    await pass(pause)
    const late = look(`${index} ${name}`)
    if (late) return late
  }
  return (await settle(site, 'the walk')) ?? (await end(site))
}

/** Advances the fake time, and lets imports and answers that came in it finish. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(0)
}

/** Lets all wallets answer, without other steps, and checks the rules for the time after that. */
async function settle(site: Site, after: string): Promise<string | undefined> {
  for (const wallet of [...site.evm, site.remote]) wallet.mood = 'answer'
  await pass(LONG)
  // Abandon the connect requests that got no answer, as the button Cancel does.
  site.abandon()
  site.wake()
  await pass(LONG)
  const held = site.tabs.flatMap(({ kit }) => trapped(kit) ?? fault(site, kit) ?? [])
  const wrong = held[0] ?? unsettled(site)
  return wrong && `after ${after}: ${wrong}`
}

/** Disconnects in the first tab, and checks that no tab has a connection left. */
async function end(site: Site): Promise<string | undefined> {
  const [first] = site.tabs
  if (first) site.start(() => disconnect(first.kit))
  const wrong = await settle(site, 'the disconnect')
  if (wrong) return wrong
  const left = site.tabs.flatMap(({ kit }) => Object.keys(kit.state.connections))
  for (const { kit } of site.tabs) kit.teardown.splice(0).forEach((stop) => stop())
  return left.length ? `after the disconnect: ${left.join()} left` : undefined
}
