/**
 * The matrix *view × quirk × ending*: checks what a visitor sees when the wallet has a quirk that real wallets have.
 * All cells run in the same page, each with a new kit.
 */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Switches } from '../../runtime/test/index.ts'
import type { Visited } from './flow.ts'
import { press as pressLater } from './press.ts'

/** The view from which the wallet is asked. */
export const VIEWS = [
  'ConnectingExternal',
  'Networks',
  'SwitchNetwork',
  'UnsupportedChain',
  'SIWXSignMessage',
  'WalletSendPreview',
] as const
export type AskingView = (typeof VIEWS)[number]

/** What the visitor does in the wallet. `close`: closes the modal first, and approves after that. */
export const ENDINGS = ['approve', 'refuse', 'never', 'close'] as const
export type Ending = (typeof ENDINGS)[number]

export const QUIRKS = {
  none: {},
  'answers twice': { twice: true },
  'a plain object refuses': { refusal: 'plain' },
  'refuses with -32603': { refusal: 'internal' },
  'refuses with a bare Error': { refusal: 'bare' },
  'answers []': { accounts: 'none' },
  'a duplicate is -32603': { again: 'internal' },
  'a duplicate opens a second prompt': { again: 'queue' },
  'knows no other chain': { switch: 'unknown' },
  'says unsupported chain': { switch: 'unsupported' },
  'adds without switching': { switch: 'unknown', add: 'stay' },
  'refuses to add': { switch: 'unknown', add: 'reject' },
  'fails to add': { switch: 'unknown', add: 'fail' },
  'demands an explorer': { switch: 'unknown', explorer: true },
  'events after the answer': { events: 'after' },
  'throws before onboarding': { onboarded: false },
  'never answers what asks no person': { background: 'never' },
} as const satisfies Record<string, Partial<Switches>>
export type Quirk = keyof typeof QUIRKS

export type Cell = { view: AskingView; quirk: Quirk; ending: Ending }

/** All cells, without those whose quirk cannot show in their view. */
export const cells: Cell[] = VIEWS.flatMap((view) =>
  (Object.keys(QUIRKS) as Quirk[])
    .filter((quirk) => meets(view, QUIRKS[quirk]))
    .flatMap((quirk) => ENDINGS.map((ending) => ({ view, quirk, ending }))),
)

function meets(view: AskingView, quirk: Partial<Switches>) {
  if ('switch' in quirk) return ['Networks', 'SwitchNetwork', 'UnsupportedChain'].includes(view)
  if ('accounts' in quirk) return view === 'ConnectingExternal'
  if ('again' in quirk) return view !== 'SIWXSignMessage' && view !== 'WalletSendPreview'
  return true
}

const NORMAL: Switches = {
  answer: 'approve',
  refusal: 'error',
  delay: 0,
  twice: false,
  switch: 'known',
  add: 'approve',
  explorer: false,
  accounts: 'shared',
  again: 'pending',
  events: 'before',
  onboarded: true,
  background: 'answer',
  revoke: 'revoke',
}
const TITLE = 'Connect Wallet'

/** Prepares the page for a cell: a new kit, a wallet without permissions or quirks, and an empty storage. */
async function begin({ page, modal }: Visited) {
  await page.evaluate((switches) => {
    const wallet = __walletkitTest?.['org.walletkit.test']
    if (!wallet) throw new Error('The page has no test wallet')
    kit.destroy()
    wallet.set(switches)
    if (wallet.pending()) wallet.settle('reject')
    wallet.disconnect()
    wallet.changeChain(31337)
    localStorage.clear()
    errors.length = 0
    globalThis.kit = walletkit.createWalletKit(walletkit.generated)
  }, NORMAL)
  await modal.waitFor({ state: 'hidden' })
}

/**
 * Brings the visitor to the view, and sets the wallet's quirk.
 * @returns a function that makes the page ask the wallet
 */
async function reach(visit: Visited, { view, quirk }: Cell): Promise<() => Promise<void>> {
  const { page, button, title } = visit
  const set = () => visit.wallet('set', { answer: 'hold', ...QUIRKS[quirk] })
  const titled = (text: string) => title.filter({ hasText: text }).waitFor()
  if (view === 'ConnectingExternal') {
    await set()
    await visit.open()
    return () => button(/Test wallet/).click()
  }
  if (view === 'SIWXSignMessage') {
    await visit.open()
    await button(/Test wallet/).click()
    await titled('Sign In')
    await set()
    return () => button('Sign').click()
  }
  await visit.connect()
  if (view === 'WalletSendPreview') {
    await page.evaluate(
      (to) => kit.open({ view: 'WalletSend', params: { token: 'ETH', amount: '0.001', to } }),
      '0x00000000000000000000000000000000000A11cE',
    )
    await button('Preview Send').click()
    await titled('Review send')
    await set()
    return () => pressLater(visit, /^Send [\d,.]+ \w+$/, 'Review send')
  }
  if (view === 'UnsupportedChain') {
    await visit.wallet('changeChain', 424242)
    await titled('Switch Network')
    await set()
    return () => button('Sandbox Two').click()
  }
  await set()
  if (view === 'Networks') {
    await page.evaluate(() => kit.open({ view: 'Networks' }))
    return () => button('Sandbox Two').click()
  }
  return () =>
    page.evaluate(() => {
      const network = kit.getCaipNetworks().find(({ id }) => id === 31338)
      if (!network) throw new Error('The page lists no second network')
      return kit.open({ view: 'SwitchNetwork', params: { network } })
    })
}

/** The texts of the modal by what happened to the request. */
const SAID = {
  declined: /declined|Not in Test wallet|was not added|Something went wrong/i,
  failed: /Connection failed|Could not switch|Switch failed|Something went wrong|failed/i,
  waiting: /Continue in|Confirm in|No answer yet/i,
  none: /shares no account/,
  setup: /not set up yet|Could not switch|failed|Error signing|Something went wrong/i,
} as const

const text = async ({ modal }: Visited) => ((await modal.count()) ? modal.innerText() : '')
const pendingOf = (visit: Visited) => visit.wallet('pending') as Promise<number>

/**
 * Runs one cell.
 * @throws Error if the modal says something false or cannot be closed, the page has another account than the wallet, or
 * a transaction was requested twice
 */
export async function run(visit: Visited, cell: Cell): Promise<void> {
  await runCell(visit, cell).catch(async (error: unknown) => {
    throw new Error(`${cellName(cell)}, with the modal: ${(await text(visit)).replaceAll('\n', ' | ')}`, {
      cause: error,
    })
  })
}

async function runCell(visit: Visited, cell: Cell): Promise<void> {
  const { page, modal } = visit
  const { quirk, ending } = cell
  await begin(visit)
  const ask = await reach(visit, cell)
  const before = await sendsAsked(visit)
  await ask()
  const asksPerson = await settled(visit, cell)
  if (asksPerson && ending !== 'close' && ending !== 'never')
    await page.evaluate(
      (answer) => {
        const wallet = __walletkitTest?.['org.walletkit.test']
        wallet?.set({ answer })
        wallet?.settle(answer)
      },
      ending === 'approve' ? ('approve' as const) : ('reject' as const),
    )
  if (asksPerson && ending === 'never') await expect.poll(() => text(visit)).toMatch(SAID.waiting)
  if (asksPerson && ending === 'refuse') await expect.poll(() => text(visit)).toMatch(SAID.declined)
  if (asksPerson && ending === 'approve') await expect.poll(() => isDone(visit, cell)).toBe(true)
  if (!asksPerson) await expect.poll(() => text(visit)).toMatch(failureOf(quirk))
  await leave(visit)
  if (asksPerson && ending === 'close')
    await page.evaluate(() => {
      const wallet = __walletkitTest?.['org.walletkit.test']
      wallet?.set({ answer: 'approve' })
      wallet?.settle('approve')
    })
  await expect.poll(() => isTrue(visit)).toBe(true)
  expect(await modal.count()).toBe(0)
  if (cell.view !== 'WalletSendPreview') return
  await expect.poll(() => hashesKept(visit)).toEqual(asksPerson && ['approve', 'close'].includes(ending) ? [true] : [])
  // The wallet is asked only once, whatever it answered.
  expect((await sendsAsked(visit)) - before).toBe(asksPerson ? 1 : 0)
}

const sendsAsked = async (visit: Visited) => (await visit.asked('eth_sendTransaction')).length

/** For each transaction that the page has saved: whether it has a hash. */
const hashesKept = async ({ page }: Visited) => {
  const stored = await page.evaluate(() => localStorage.getItem('@appkit/sent_transactions') ?? '[]')
  return (JSON.parse(stored) as { hash: unknown }[]).map(({ hash }) => /^0x[0-9a-f]{64}$/.test(String(hash)))
}

export const cellName = ({ view, quirk, ending }: Cell) => `${view} · ${quirk} · ${ending}`

const failureOf = (quirk: Quirk) =>
  quirk === 'answers []'
    ? SAID.none
    : quirk === 'throws before onboarding'
      ? SAID.setup
      : /Not in|was not added|failed|Something went wrong/i

/** Waits until the wallet shows a prompt, or the page has said why there is none. Returns whether there is one. */
async function settled(visit: Visited, { quirk }: Cell): Promise<boolean> {
  const expected = failureOf(quirk)
  let asks = false
  await expect
    .poll(async () => {
      asks = (await pendingOf(visit)) > 0
      return asks || expected.test(await text(visit))
    })
    .toBe(true)
  return asks
}

/**
 * Whether the approved request has had its effect: connected, switched, signed in or sent. All but a send close the
 * modal.
 */
async function isDone(visit: Visited, { view }: Cell): Promise<boolean> {
  const { status, network } = await stateOf(visit)
  // After a send the modal shows the Account view with this text.
  if (view === 'WalletSendPreview') return /Transaction started/.test(await text(visit))
  if (status !== 'connected' || (await visit.modal.count())) return false
  return ['ConnectingExternal', 'SIWXSignMessage'].includes(view) || network === 31338
}

const stateOf = ({ page }: Visited) =>
  page.evaluate(() => ({
    status: kit.getAccount().status,
    address: kit.getAddress(),
    network: kit.getCaipNetwork()?.id,
  }))

/** Leaves the modal as a visitor can: by its close button, or else by Disconnect or Cancel. */
async function leave(visit: Visited): Promise<void> {
  const { modal, button, page, title } = visit
  if (!(await modal.count())) return
  const [close, disconnect] = [button('Close'), button('Disconnect')]
  await press(close)
  const isHidden = () => modal.count().then((count) => count === 0)
  await page.waitForTimeout(20)
  if (await isHidden()) return
  // Connected on a network that the site does not list, or a required sign-in: the way out is to disconnect or cancel.
  if (await disconnect.count()) await press(disconnect)
  else {
    // A cancelled sign-in disconnects the wallet, and then shows the view Connect, which has to be closed too.
    await press(button('Cancel'))
    await title.filter({ hasText: TITLE }).waitFor()
    await press(close)
  }
  await modal.waitFor({ state: 'hidden' })
}
const press = async (button: Locator) => {
  if (await button.count()) await button.click()
}

/** Whether the page has the wallet's account and network, or, if disconnected, none. */
async function isTrue(visit: Visited): Promise<boolean> {
  const { page } = visit
  const { status, address, network } = await stateOf(visit)
  if (status === 'connecting') return false
  const wallet = await page.evaluate(() => {
    const own = __walletkitTest?.['org.walletkit.test']
    return { address: own?.addresses()[0], chainId: own?.chainId(), connected: own?.connected() }
  })
  if (status === 'disconnected') return address === undefined
  return wallet.connected === true && address === wallet.address && network === wallet.chainId
}
