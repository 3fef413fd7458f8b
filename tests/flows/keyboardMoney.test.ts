/**
 * Sending, swapping and buying by keyboard alone: every step can be reached, is visible, and works without a pointer.
 */
import { expect, it } from 'vitest'
import { asks, useEmbedded } from '../support/embeddedPage.ts'
import { defaultConfig, useFlow, type Visited } from '../support/flow.ts'
import { approve, titled } from '../support/login.ts'
import { beginSession } from '../support/sessions.ts'
import { useSwaps } from '../support/swaps.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()
const { features } = useSwaps(flow)
const { signedIn } = useEmbedded(flow)

type Place = { name: string; inside: boolean; seen: boolean; ringed: boolean; at: string }
/**
 * The focused element after the card's height has settled (150 ms): its name, whether it is in the card, visible and
 * marked, and its position in px.
 */
const place = ({ page }: Visited): Promise<Place> =>
  page.evaluate(async () => {
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const card = root?.querySelector('.card')
    const frame = () => new Promise(requestAnimationFrame)
    const moves = () => root?.querySelector('.body')?.getAnimations() ?? []
    // A new height is noticed only at the end of a frame.
    do await Promise.allSettled([...moves().map(({ finished }) => finished), frame().then(frame)])
    while (moves().length)
    const at = root?.activeElement
    if (!root || !card || !at) return { name: '', inside: false, seen: false, ringed: false, at: '' }
    const probe = card.appendChild(document.createElement('i'))
    probe.style.color = 'var(--wk-accent)'
    const accent = getComputedStyle(probe).color
    probe.remove()
    const around: Element[] = [at, ...at.children]
    for (let each = at.parentElement; each && !each.matches('.view,.header,.card'); each = each.parentElement)
      around.push(each)
    const { top, bottom } = at.getBoundingClientRect()
    const scroller = at.closest('.body') ?? card
    const edge = scroller.getBoundingClientRect()
    return {
      name: (at.getAttribute('aria-label') ?? at.textContent ?? '').trim(),
      inside: card.contains(at),
      // At least half of it must be in the visible part of the scrolling element.
      seen: at.checkVisibility() && (top + bottom) / 2 >= edge.top && (top + bottom) / 2 <= edge.bottom,
      ringed: around.some((each) => {
        const { boxShadow, outlineStyle, outlineColor } = getComputedStyle(each)
        return boxShadow.includes(accent) || (outlineStyle !== 'none' && outlineColor === accent)
      }),
      at: `${top}–${bottom} in ${edge.top}–${edge.bottom}, scrolled ${scroller.scrollTop} of ${scroller.scrollHeight}`,
    }
  })
const name = async (visit: Visited) => (await place(visit)).name
const key = ({ page }: Visited, keys: string) => page.keyboard.press(keys)

/** Presses Tab until the element has the focus. Every focus on the way must be visible and marked. */
async function tabTo(visit: Visited, wanted: string | RegExp, keys = 'Tab') {
  const passed: string[] = []
  // While a view loads, Tab cycles through the elements that are there.
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    await key(visit, keys)
    const at = await place(visit)
    expect(at, `after ${passed.slice(-9).join(', ')}; ${at.at}`).toMatchObject({
      inside: true,
      seen: true,
      ringed: true,
    })
    if (typeof wanted === 'string' ? at.name === wanted : wanted.test(at.name)) return
    passed.push(at.name)
  }
  throw new Error(`No ${String(wanted)} among ${passed.slice(-40).join(', ')}`)
}
const enter = async (visit: Visited, wanted: string | RegExp) => {
  await tabTo(visit, wanted)
  await key(visit, 'Enter')
}
/** Waits for the view, and checks that the focus is at its start. */
const starts = async (visit: Visited, title: string, at = title) => {
  await titled(visit, title)
  await expect.poll(() => name(visit)).toBe(at)
}
const shows = ({ modal }: Visited, text: string | RegExp) => modal.getByText(text).first().waitFor()
const enabled = ({ modal, page }: Visited, text: string) =>
  modal.getByRole('button', { name: text, exact: true }).and(page.locator(':enabled')).waitFor()
/** Presses a confirming button until it works, because it ignores presses for half a second. */
const confirm = (visit: Visited, until: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        if (!(await until())) await key(visit, 'Enter')
        return until()
      },
      { interval: 200, timeout: 20_000 },
    )
    .toBe(true)

const opener = ({ page }: Visited) => page.locator('walletkit-button button')
const open = async (visit: Visited) => {
  await opener(visit).focus()
  await key(visit, 'Enter')
  await visit.modal.waitFor()
}
const connect = async (visit: Visited) => {
  await open(visit)
  await starts(visit, 'Connect Wallet')
  await enter(visit, /Test wallet/)
  await visit.status('connected')
  await visit.modal.waitFor({ state: 'hidden' })
}
/** Closes the modal by Escape, and checks that the focus returns to where it was. */
const leave = async (visit: Visited) => {
  await key(visit, 'Escape')
  await visit.modal.waitFor({ state: 'hidden' })
  expect(await opener(visit).evaluate((element) => element === document.activeElement)).toBe(true)
}

it('swaps, from the empty form to the result', async () => {
  const visit = await flow.visit({ config: { features: features(sandboxOptions) } })
  await connect(visit)
  await open(visit)
  await enter(visit, 'Swap')
  await starts(visit, 'Swap')
  await enter(visit, 'Select token to receive')
  await starts(visit, 'Select token', 'Search tokens')
  await visit.page.keyboard.type('peso')
  await shows(visit, 'No tokens found')
  await tabTo(visit, /^Clear search$/)
  await enter(visit, /^Clear search$/)
  await expect.poll(() => name(visit)).toBe('Search tokens')
  await visit.page.keyboard.type('sandbox dai')
  await shows(visit, 'Results')
  await enter(visit, /^.*Sandbox Dai/)
  await starts(visit, 'Swap')
  await tabTo(visit, 'Amount to pay')
  await visit.page.keyboard.type('0.25')
  await enabled(visit, 'Review swap')
  await enter(visit, 'Review swap')
  await starts(visit, 'Preview swap')
  await enabled(visit, 'Swap')
  await visit.wallet('set', { answer: 'hold' })
  await tabTo(visit, 'Swap')
  await confirm(visit, async () => (await visit.title.innerText()) === 'Swap')
  await starts(visit, 'Swap')
  await tabTo(visit, 'Cancel')
  await visit.wallet('settle', 'approve')
  await shows(visit, /^Swapped 0\.25 ETH for/)
  await visit.button(/^Copy address/).waitFor()
  await expect.poll(() => place(visit)).toMatchObject({ inside: true })
  await leave(visit)
})

it('buys, and shows the result', async () => {
  const config = { features: { send: {}, onramp: {}, allWallets: 'SHOW' as const } }
  const visit = await flow.visit({ config })
  await connect(visit)
  await open(visit)
  await enter(visit, 'Buy')
  await starts(visit, 'Choose Provider')
  await shows(visit, '0.039352')
  await tabTo(visit, 'Amount')
  await enter(visit, '250')
  await shows(visit, '$246.15')
  await enter(visit, /^Change token/)
  await starts(visit, 'Select Token', 'Search tokens')
  await tabTo(visit, 'Back', 'Shift+Tab')
  await key(visit, 'Enter')
  await starts(visit, 'Choose Provider')
  await shows(visit, '$246.15')
  await tabTo(visit, /^.*Coinbase/)
  const [popup] = await Promise.all([visit.page.waitForEvent('popup'), key(visit, 'Enter')])
  await starts(visit, 'Buy')
  await shows(visit, 'Pay in Coinbase')
  await visit.page.bringToFront()
  await tabTo(visit, 'Stop waiting')
  const pay = popup.getByRole('button', { name: /^Pay/ })
  await pay.focus()
  await pay.press('Enter')
  await visit.page.bringToFront()
  await shows(visit, /^You bought/)
  // The button Done has replaced the one of the waiting view.
  await expect.poll(() => place(visit)).toMatchObject({ name: 'Done', seen: true })
  await key(visit, 'Enter')
  await visit.button(/^Copy address/).waitFor()
  await enter(visit, 'Buy')
  await enter(visit, 'Your purchases')
  await starts(visit, 'Activity')
  await shows(visit, 'Bought ETH')
  await leave(visit)
})

it('moves through a long history row by row, and ends a smart session', async () => {
  const address = flow.sandbox().accounts[0]?.address ?? ''
  const rows = Array.from({ length: 120 }, (_, at) => ({
    id: `row-${at}`,
    metadata: {
      operationType: 'receive' as const,
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      chain: 'eip155:31337',
      minedAt: new Date(Date.UTC(2020, 0, 1) - at * 86_400_000).toISOString(),
      sentFrom: flow.sandbox().accounts[1]?.address ?? '',
      sentTo: address,
      status: 'confirmed' as const,
      nonce: 0,
    },
    transfers: [],
  }))
  flow.sandbox().indexer.add(address, rows)
  await beginSession(flow.sandbox())
  const explorer = { default: { name: 'Explorer', url: 'https://explorer.example' } }
  const networks = (defaultConfig(flow.sandbox()).networks ?? []).map((each) => ({ ...each, blockExplorers: explorer }))
  const visit = await flow.visit({ config: { networks, features: { send: {}, history: {}, smartSessions: {} } } })
  await connect(visit)
  await open(visit)
  await tabTo(visit, 'Tokens')
  await key(visit, 'ArrowLeft')
  await expect.poll(() => name(visit)).toBe('Activity')
  await visit.modal.locator('.history-list .history-row').first().waitFor()
  const drawn = visit.modal.locator('.history-list li[data-id]')
  const at = () =>
    visit.page.evaluate(() => {
      const focused = document.querySelector('[data-walletkit]')?.shadowRoot?.activeElement
      return focused?.closest('li[data-id]')?.getAttribute('data-id') ?? ''
    })
  const isFollowed = () =>
    visit.page.evaluate(() => {
      const focused = document.querySelector('[data-walletkit]')?.shadowRoot?.activeElement
      return focused?.closest('li[data-id]')?.matches(':has(~ li[data-id])')
    })
  const walked: string[] = []
  while (walked.at(-1) !== rows[60]?.metadata.hash) {
    await key(visit, 'Tab')
    expect(await place(visit), `row ${walked.length}`).toMatchObject({ inside: true, seen: true, ringed: true })
    walked.push(await at())
    expect(walked.length).toBeLessThan(120)
    // After scrolling, the rows are rendered one frame later.
    await expect.poll(isFollowed).toBe(true)
  }
  // Every element is a row, none comes twice, and only some rows are in the DOM at a time.
  expect([new Set(walked).size, walked.includes('')]).toEqual([walked.length, false])
  const wanted = rows.slice(0, 61).map(({ metadata }) => metadata.hash)
  expect(walked.slice(-61)).toEqual(wanted)
  expect(await drawn.count()).toBeLessThan(40)
  await key(visit, 'Shift+Tab')
  expect(await at()).toBe(wanted.at(-2))
  await leave(visit)

  await open(visit)
  await enter(visit, 'Smart sessions')
  await starts(visit, 'Smart sessions')
  await enter(visit, /Lumen Swap/)
  await starts(visit, 'Smart session')
  await visit.wallet('set', { answer: 'hold' })
  await enter(visit, 'Revoke')
  await shows(visit, 'Confirm in Test wallet')
  expect(await place(visit)).toMatchObject({ name: 'Confirm in Test wallet', ringed: true })
  await visit.wallet('settle', 'approve')
  await starts(visit, 'Smart sessions')
  await shows(visit, 'No smart sessions')
  await leave(visit)
})

it('registers a name', async () => {
  const config = {
    features: { send: {}, email: {}, names: { suffix: '.walletkit.id' } },
    defaultAccountTypes: { eip155: 'eoa' as const },
  }
  const visit = await signedIn({ config })
  await open(visit)
  await enter(visit, 'Choose account name')
  await enabled(visit, 'Choose name')
  await enter(visit, 'Choose name')
  await starts(visit, 'Choose name', 'Account name')
  await visit.page.keyboard.type('noah')
  await shows(visit, 'noah.walletkit.id is taken')
  await shows(visit, 'Suggestions')
  await enter(visit, /^noah-?\d+\.walletkit\.id/)
  // The field has the chosen name, and the focus.
  expect(await name(visit)).toBe('Account name')
  const field = visit.modal.getByRole('textbox', { name: 'Account name' })
  const label = await field.inputValue()
  expect(label).toMatch(/^noah.+/)
  await enabled(visit, `Register ${label}.walletkit.id`)
  await key(visit, 'Enter')
  await asks(visit)
  await expect.poll(() => place(visit)).toMatchObject({ inside: true })
  await approve(visit)
  await shows(visit, 'The name is yours.')
  await expect.poll(() => place(visit)).toMatchObject({ inside: true })
  await enter(visit, 'Done')
  await visit.button(`Copy address: ${label}.walletkit.id`).waitFor()
  await expect.poll(() => place(visit)).toMatchObject({ inside: true })
  await leave(visit)
})
