/** Runs random actions in two to five tabs of a site, also at once: within a second all tabs have the same state. */
import { expect, it } from 'vitest'
import { randomOf } from '../support/cut.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { within } from '../support/wheel.ts'

const RUNS = 1_000
const SEED = 20_261_122
const LIMIT = 1_000
const WALLET = 'org.walletkit.test'
const flow = useFlow()

/** Preloads the kit as a site's button does: a page that has not loaded it does not follow other tabs. */
const listen = ({ page }: Visited) => page.evaluate(() => kit.preload())
const open = async (beside?: Visited) => {
  const tab = await flow.visit(beside ? { beside } : {})
  await listen(tab)
  return tab
}

const CONNECT = ({ page }: Visited) => page.evaluate((id) => kit.connect(id).catch(() => undefined), WALLET)
const LEAVE = ({ page }: Visited) => page.evaluate(() => kit.disconnect().catch(() => undefined))
const RELOAD = async (tab: Visited) => {
  await tab.page.reload()
  await listen(tab)
}
/** Switches the network, but only while disconnected: with a wallet, each page follows the wallet's network. */
const SWITCH = ({ page }: Visited) =>
  page.evaluate(async () => {
    if (kit.getAccount().status !== 'disconnected') return
    const [first, second] = kit.getCaipNetworks()
    const other = kit.getCaipNetwork()?.id === first?.id ? second : first
    if (other) await kit.switchNetwork(other.caipNetworkId)
  })

const said = ({ page }: Visited) =>
  page.evaluate(() => {
    const { status, address } = kit.getAccount()
    return [status, address, kit.getCaipNetwork()?.caipNetworkId, localStorage.getItem('@appkit/connection_status')]
  })

it(`${RUNS} runs end in one state, within ${LIMIT} ms`, { timeout: 3_000_000 }, async () => {
  const random = randomOf(SEED)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('Nothing to pick from')
    return found
  }
  const first = await open()
  const tabs = [first, await open(first)]
  const took: number[] = []
  const ends = new Map<string, number>()
  for (let run = 0; run < RUNS; run++) {
    if (tabs.length < 5 && random() < 0.05) tabs.push(await open(pick(tabs)))
    else if (tabs.length > 2 && random() < 0.05)
      await tabs.splice(Math.floor(random() * tabs.length), 1)[0]?.page.close()
    // In half of the runs, up to three tabs act at once.
    const busy = new Set(random() < 0.5 ? [pick(tabs)] : [pick(tabs), pick(tabs), pick(tabs)])
    const done = [...busy].map((tab) => ({ tab, what: pick([CONNECT, CONNECT, LEAVE, LEAVE, RELOAD, SWITCH]) }))
    await Promise.all(done.map(({ tab, what }) => what(tab)))
    const start = performance.now()
    let states: string[] = []
    const isOne = async () => {
      states = (await Promise.all(tabs.map(said))).map((each) => each.join(' '))
      return new Set(states).size === 1 && !states[0]?.startsWith('connecting')
    }
    while (!(await isOne()) && performance.now() - start < LIMIT) await tabs[0]?.page.waitForTimeout(10)
    took.push(performance.now() - start)
    expect(new Set(states).size, `run ${run}: ${done.map(({ what }) => what.name).join()}: ${states.join(' | ')}`).toBe(
      1,
    )
    expect(states[0]).toMatch(/^(connected .* connected|disconnected .*)$/)
    ends.set(states[0]?.split(' ')[0] ?? '', (ends.get(states[0]?.split(' ')[0] ?? '') ?? 0) + 1)
  }
  const sorted = took.sort((a, b) => a - b)
  console.info('ms until all tabs said the same:', {
    middle: within(sorted, 0.5),
    p99: within(sorted, 0.99),
    most: sorted.at(-1),
  })
  console.info('runs that ended', Object.fromEntries(ends))
  expect(tabs.flatMap(({ faults }) => faults)).toEqual([])
})
