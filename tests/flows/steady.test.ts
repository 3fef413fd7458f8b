/**
 * The card does not change its height when data arrives: placeholders are as tall as the data, also on a slow phone.
 */
import { expect, it } from 'vitest'
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
/** The ms by which all answers are delayed, so that the placeholders are shown. */
const LATE = 1200
/** How many times slower than this machine the phone is, and the ms to wait for it: as many times as for other pages. */
const SLOWER = 4
const PATIENCE = SLOWER * 8_000

declare global {
  /** The card's heights in px while placeholders were shown (`bare`), and in the second after that (`whole`). */
  var heights: { bare: number[]; whole: number[] }
}

/** Makes the list of tokens hundreds long, as those of exchanges are; the sandbox has six. */
const listMany = ({ page }: Visited) =>
  page.route(/\/v1\/convert\/tokens/, async (route) => {
    const response = await route.fetch()
    const { tokens } = (await response.json()) as { tokens: object[] }
    const further = Array.from({ length: 100 }, (_, at) => ({
      name: `Token ${at}`,
      symbol: `T${at}`,
      address: `eip155:31337:0x${String(at).padStart(40, 'a')}`,
      decimals: 18,
      logoUri: '',
    }))
    await route.fulfill({ response, json: { tokens: [...tokens, ...further] } })
  })

/** Records the card's height in each frame. */
const watch = ({ page }: Visited) =>
  page.evaluate(() => {
    globalThis.heights = { bare: [], whole: [] }
    const note = () => {
      const card = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')
      const height = Math.round(card?.getBoundingClientRect().height ?? 0)
      const bones = [...(card?.querySelectorAll('.bone') ?? [])].some((bone) => bone.checkVisibility())
      if (bones) globalThis.heights.bare.push(height)
      else if (globalThis.heights.bare.length) globalThis.heights.whole.push(height)
      requestAnimationFrame(note)
    }
    note()
  })

it.each([
  ['Account', 'Ether', undefined, '/v1/account'],
  ['SwapSelectToken', 'Your tokens', { target: 'toToken' }, '/v1/convert/tokens'],
  ['AllWallets', 'Birch Vault', undefined, '/getWallets'],
] as const)('%s keeps its height', async (view, shown, params, path) => {
  flow.sandbox().faults.set({ path, kind: 'delay', ms: LATE })
  const config = { features: { send: {}, swaps: sandboxOptions, allWallets: 'SHOW' as const } }
  const visit = await flow.visit({ config, context: { viewport: { width: 360, height: 740 } } })
  if (view === 'SwapSelectToken') await listMany(visit)
  if (view !== 'AllWallets') await visit.connect()
  const session = await visit.page.context().newCDPSession(visit.page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await watch(visit)
  await visit.page.evaluate(([name, values]) => void kit.open({ view: name, params: values } as never), [view, params])
  await visit.modal.getByText(shown, { exact: true }).first().waitFor({ timeout: PATIENCE })
  await expect
    .poll(() => visit.page.evaluate(() => globalThis.heights.whole.length), { timeout: PATIENCE })
    .toBeGreaterThan(5)
  const { bare, whole } = await visit.page.evaluate(() => globalThis.heights)
  // Compare the last frame with placeholders, when the view is complete, with all frames after it.
  expect([...new Set([bare.at(-1), ...whole])]).toHaveLength(1)
})
