/**
 * The script of the wallet page: opens the wallet with its stored sessions, shows it, and gives tests a handle
 * (`window.wallet`).
 */
import type { Hex } from 'viem'
import type { Wallet } from '../types.ts'
import { openWallet } from '../wallet.ts'
import { showFarcaster } from './farcaster.ts'
import { button, element, pendingView, sessionsView, settingsView } from './view.ts'

/** What `window.wallet` gives tests: the sessions and requests that the page shows, and what its buttons call. */
export type WalletHandle = Pick<
  Wallet,
  'pair' | 'sessions' | 'pending' | 'approve' | 'reject' | 'disconnect' | 'switchChain' | 'setAccounts' | 'update'
>

declare global {
  interface Window {
    wallet?: WalletHandle
  }
}

type Status = { chains: { id: number; name: string; rpcUrl: string }[]; accounts: { privateKey: Hex }[] }

const root = document.getElementById('wallet') ?? document.body
const asked = new URLSearchParams(location.search)

/**
 * Opens the wallet. All URLs have the page's own host, whichever name of this machine it is: the page's
 * Content-Security-Policy allows requests over HTTP to no other.
 */
async function open(): Promise<Wallet> {
  const { chains, accounts } = (await (await fetch('/status')).json()) as Status
  return openWallet({
    relayUrl: `ws://${location.host}/relay`,
    projectId: 'sandbox-wallet',
    chains: chains.map(({ id, name }) => ({ id, name, rpcUrl: `${location.origin}/rpc/${id}` })),
    solanaUrl: `${location.origin}/rpc/solana`,
    bitcoinUrl: `${location.origin}/bitcoin`,
    keys: accounts.slice(0, 3).map(({ privateKey }) => privateKey),
    url: location.origin,
    storagePrefix: 'wallet',
    authenticates: asked.get('authenticate') !== '0',
  })
}

function show(wallet: Wallet): void {
  let auto = asked.get('auto') === '1'
  let said = ''
  const uri = element('input')
  Object.assign(uri, { type: 'text', id: 'uri', autocomplete: 'off', spellcheck: false, placeholder: 'wc:…' })
  uri.setAttribute('aria-label', 'Pairing URI')
  const live = element('p', 'fault')
  live.setAttribute('role', 'alert')
  const changing = element('div')
  const tell = (text: string) => {
    said = text
    live.textContent = text
  }
  const run = (task: () => Promise<unknown>) => {
    if (said) tell('')
    task().then(draw, (error: unknown) => {
      tell(error instanceof Error ? error.message : String(error))
      draw()
    })
  }
  const pair = () => wallet.pair(uri.value.trim()).then(() => (uri.value = ''))
  const form = element('section', '', element('h2', '', 'Pair'))
  form.append(element('div', 'row', uri, button('Pair', run, pair, { style: 'key' })), live)
  const setAuto = (next: boolean) => wallet.setAuto((auto = next))

  // Do not redraw between pointerdown and pointerup: a button that is replaced in between would not get the click.
  let [pressed, due] = [false, false]
  changing.addEventListener('pointerdown', () => (pressed = true))
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, () =>
      setTimeout(() => {
        pressed = false
        if (due) draw()
      }),
    )
  }

  /** Redraws what may have changed. Then focuses the element that has the name of the previously focused one. */
  const draw = () => {
    due = pressed
    if (pressed) return
    const focused = changing.contains(document.activeElement) ? nameOf(document.activeElement) : ''
    changing.replaceChildren(
      ...pendingView(wallet, wallet.pending(), run),
      sessionsView(wallet, wallet.sessions(), run),
      settingsView(wallet, auto, setAuto, run),
    )
    const again = focused && [...changing.querySelectorAll<HTMLElement>('button, input, select')]
    if (again) again.find((each) => nameOf(each) === focused)?.focus()
  }
  root.replaceChildren(form, changing)
  root.removeAttribute('aria-busy')
  wallet.subscribe(draw)
  wallet.setAuto(auto)
  draw()

  const given = asked.get('uri')
  if (!given) return
  // Remove the parameter, so that a reload does not pair again.
  asked.delete('uri')
  const rest = asked.size ? `?${asked}` : ''
  history.replaceState(null, '', `/wallet${rest}`)
  run(() => wallet.pair(given))
}

const nameOf = (node: Element | null) => node?.getAttribute('aria-label') ?? node?.textContent ?? ''

async function start(): Promise<void> {
  const channel = asked.get('farcaster')
  if (channel !== null) {
    root.removeAttribute('aria-busy')
    return showFarcaster(root, channel)
  }
  const wallet = await open()
  const { pair, sessions, pending, approve, reject, disconnect, switchChain, setAccounts, update } = wallet
  window.wallet = { pair, sessions, pending, approve, reject, disconnect, switchChain, setAccounts, update }
  show(wallet)
}

try {
  await start()
} catch (error) {
  root.removeAttribute('aria-busy')
  root.replaceChildren(element('p', 'fault', `The wallet could not be opened: ${String(error)}`))
}
