/**
 * Runs journeys over a broken network: each presses buttons as a visitor would, and the results are checked once the
 * network works again.
 */
import { expect } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { type Cut, type Cutter, randomOf, startCutter } from './cut.ts'
import { slowBlocks } from './slowBlocks.ts'
import { quicken, type QuickClock } from './quicken.ts'
import { sandboxConfig } from './kit.ts'
import { type Entries, openLedger } from './ledger.ts'

/** The two connections that are cut: `page` is the page's to the sandbox, `wallet` the wallet's to the node. */
export type Net = {
  sandbox: Sandbox
  page: Cutter
  wallet: Cutter
  clock: QuickClock
  /** The page's config, and the chains of its wallet. */
  config: Pick<ReturnType<typeof sandboxConfig>, 'networks' | 'services'>
  chains: { id: number; rpcUrl: string }[]
}

/** An action that a visitor repeats until it is done. */
export type Step = { name: string; press: () => unknown; done: () => boolean }
/** One run of a journey: its steps, and what is checked during and after them. */
export type Trip = Entries & {
  steps: Step[]
  /** The names of the flags that show work in progress. */
  busy: () => string[]
  /** How many presses the panel reported as sent to the wallet, for journeys in which each press causes one prompt. */
  confirms?: () => number
  /** The current state, for failure messages. */
  tell?: () => string
  close: () => void
}
export type Journey = { name: string; open: (net: Net, run: number) => Promise<Trip> }
export type Figures = {
  runs: number
  untouched: number
  cuts: Cut[]
  /** How each step finished: at once, after another press, or only after the network worked again. */
  steps: Record<'at once' | 'pressed again' | 'after healing', number>
  sends: { asked: number; given: number; mined: number; lostAnswers: number }
}

/** The number of presses while the network is broken, and the number after it works again. */
const [UNDER_FIRE, AFTER] = [3, 4]
/** The most ms of real time to wait for work to end. The page's clock runs `PACE` times as fast. */
const REST = 15_000
const PACE = 10
/**
 * The ms of the page's time between two blocks, in every third run; in other runs each transaction is mined at once.
 */
const BLOCK = 3_000

/** Waits until no work is in progress. A failure lists what still is. */
const rest = ({ busy }: Trip) => expect.poll(busy, { timeout: REST, interval: 5 }).toEqual([])

async function openNet(sandbox: Sandbox, random: () => number): Promise<Net & { close: () => void }> {
  const cuts: Cut[] = []
  const [page, wallet] = [await startCutter(sandbox.url, random, cuts), await startCutter(sandbox.url, random, cuts)]
  const { networks = [], services } = sandboxConfig(sandbox)
  const config = {
    networks: networks.map((each) => ({ ...each, rpcUrls: { default: { http: [`${page.url}/rpc/${each.id}`] } } })),
    services: { ...services, api: page.url, rpc: page.url },
  }
  const chains = sandbox.chains.map(({ id }) => ({ id, rpcUrl: `${wallet.url}/rpc/${id}` }))
  const clock = quicken(PACE)
  const close = () => [page.close, wallet.close, clock.stop].forEach((end) => end())
  return { sandbox, page, wallet, clock, config, chains, close }
}

/**
 * Repeats one journey until enough connections were cut. After each press and each run it checks prompts, hashes and
 * chain.
 */
export async function kill(
  sandbox: Sandbox,
  { open }: Journey,
  isEnough: (cuts: readonly Cut[]) => boolean,
  seed: number,
): Promise<Figures> {
  const random = randomOf(seed)
  const net = await openNet(sandbox, random)
  const figures: Figures = {
    runs: 0,
    untouched: 0,
    cuts: [],
    steps: { 'at once': 0, 'pressed again': 0, 'after healing': 0 },
    sends: { asked: 0, given: 0, mined: 0, lostAnswers: 0 },
  }
  const errors: unknown[] = []
  const hear = (error: unknown) => void errors.push(error)
  process.on('unhandledRejection', hear).on('uncaughtExceptionMonitor', hear)
  const all = () => net.page.cuts
  // The number of calls of the first run, which uses a working network: later runs begin to cut at a random one of
  // them.
  let length = 0
  try {
    for (let run = 0; !isEnough(all()); run++) {
      net.clock.reset()
      const release = run % 3 === 2 ? await slowBlocks(sandbox.chains[0]?.rpcUrl ?? '', BLOCK) : undefined
      const trip = await open(net, run)
      const [before, calls] = [all().length, net.page.calls()]
      const aim = () => {
        if (length === 0) return
        const chance = [0.15, 0.5, 0.95][Math.floor(random() * 3)] ?? 0.5
        net.page.arm({ skip: Math.floor(random() * length * 0.8), chance, most: 12 })
        if (!trip.wallet || random() < 0.25) return
        // Aim mostly at the most critical moment: the node has the transaction, and its hash is on the way back.
        const isSend = random() < 0.65
        if (isSend) net.wallet.arm({ skip: 0, chance, most: 2, only: (kind) => kind === 'eth_sendRawTransaction' })
        else net.wallet.arm({ skip: Math.floor(random() * 6), chance, most: 2 })
      }
      try {
        await travel(trip, net, figures, aim)
      } catch (error) {
        throw new Error(`Run ${run} of seed ${seed}: ${String(error)}\n${JSON.stringify(all().slice(before))}`, {
          cause: error,
        })
      } finally {
        heal(net)
        trip.close()
        await release?.()
      }
      if (length === 0) length = net.page.calls() - calls
      else if (all().length === before) figures.untouched++
      else figures.runs++
    }
  } finally {
    // Also catch errors that are thrown late.
    await new Promise((resolve) => setTimeout(resolve, 500 * PACE))
    net.close()
    process.off('unhandledRejection', hear).off('uncaughtExceptionMonitor', hear)
  }
  expect(errors).toEqual([])
  return { ...figures, cuts: [...all()] }
}

const heal = ({ page, wallet }: Net) => (page.heal(), wallet.heal())

async function travel(trip: Trip, net: Net, figures: Figures, aim: () => void) {
  const ledger = await openLedger(trip, net.sandbox)
  const codes: string[] = []
  trip.kit.events.on('error', ({ code }) => codes.push(code))
  aim()
  for (const step of trip.steps) {
    let presses = 0
    for (; presses === 0 || !step.done(); presses++) {
      if (presses === UNDER_FIRE) heal(net)
      // If the response to a send was lost, the page learns of the transaction's result after the next block.
      if (presses >= UNDER_FIRE) await new Promise((resolve) => setTimeout(resolve, BLOCK))
      if (presses === UNDER_FIRE + AFTER)
        throw new Error(`'${step.name}' does not end on a whole network: ${codes.join(' ')} ${trip.tell?.()}`)
      const from = await ledger.now()
      // A promise that never settles would leave a spinner on the page, so that is a failure.
      await expect.poll(settles(step.press()), { timeout: REST, interval: 5 }).toBe(true)
      await rest(trip)
      await ledger.check(from)
    }
    const how = presses === 1 ? 'at once' : presses > UNDER_FIRE ? 'after healing' : 'pressed again'
    figures.steps[how]++
  }
  heal(net)
  await rest(trip)
  await ledger.settled()
  const { asked, mined } = await ledger.now()
  if (trip.confirms) expect(asked).toBe(trip.confirms())
  expect(mined).toBeLessThanOrEqual(asked)
  expect(ledger.given.size).toBeLessThanOrEqual(mined)
  const { sends } = figures
  sends.asked += asked
  sends.given += ledger.given.size
  sends.mined += mined
  sends.lostAnswers += mined - ledger.given.size
}

/** Returns a function that says whether the promise has settled, fulfilled or rejected. */
function settles(pressed: unknown): () => boolean {
  let isBack = false
  void Promise.resolve(pressed).then(
    () => (isBack = true),
    () => (isBack = true),
  )
  return () => isBack
}
