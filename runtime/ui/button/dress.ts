/**
 * Completes a connect button that the page has rendered as text: adds the pictures of account and network, the balance,
 * and marks for connecting and for an unsupported network. It sets only attributes and CSS variables, from which the
 * style sheet generates content: the text belongs to the page's framework.
 */
import { subscribe } from 'valtio/vanilla'
import type { Kit } from '../../contracts/kit.ts'
import { perKit } from '../../contracts/perKit.ts'
import { updateNativeBalance } from '../../data/balances.ts'
import { formatToken, MESSAGE_DECIMALS } from '../../lib/format.ts'
import { parseDecimal } from '../../lib/units.ts'
import { activeAccount, activeNetworkOf } from '../../state/active.ts'
import { networkImage } from '../../wallets/images.ts'
import { adopt } from '../sheets.ts'
import { identicon } from '../parts/identicon.ts'
import { iconOf } from '../useIcons.ts'
import css from './button.css.ts'

/** The completed buttons, each with the function that stops updating it. */
const dressed = perKit((kit) => {
  const stops = new Map<HTMLElement, () => void>()
  kit.teardown.push(() => stops.forEach((stop) => stop()))
  return stops
})

/** Completes the buttons that the page has now, and the buttons that it adds later. */
export function dressAll(kit: Kit): void {
  kit.dress ??= (button) => void dress(kit, button)
  for (const { button } of [...kit.teardown]) if (button) kit.dress(button)
}

/** Completes one button and keeps it up to date. Skips a button that shows no account, such as the network button. */
async function dress(kit: Kit, button: HTMLElement): Promise<void> {
  const { parentElement: tag } = button
  const isTag = tag?.localName.endsWith('-button') && !tag.localName.endsWith('network-button')
  const read = (name: string) => button.getAttribute(`data-${name}`) ?? (isTag ? tag?.getAttribute(name) : undefined)
  const all = dressed(kit)
  // Stop updating buttons that were removed from the page: some pages create a new button each time they show one.
  for (const [other, end] of all) if (!other.isConnected) end()
  if (all.has(button) || !(isTag || button.hasAttribute('data-balance'))) return
  const stops: (() => void)[] = []
  const stop = () => {
    all.delete(button)
    stops.splice(0).forEach((each) => each())
  }
  all.set(button, stop)
  const root = button.getRootNode()
  if (root instanceof Document || root instanceof ShadowRoot) adopt(root, css)
  const icons = await kit.plugins?.icons?.().then(
    (file) => file.default,
    () => undefined,
  )
  const { accounts, networks } = kit.state
  /** The account whose balance was asked for last, so that the repaints that follow do not ask again. */
  let asked: string | undefined

  const paint = () => {
    if (!button.isConnected) return stop()
    const account = activeAccount(kit)
    const network = activeNetworkOf(kit)
    const { address, caipAddress, profileImage, balance, balanceSymbol } = account ?? {}
    const isConnecting = Object.values(accounts).some(({ status }) => status === 'connecting')
    const state = address ? (networks.unsupported ? 'unsupported' : 'account') : isConnecting ? 'connecting' : undefined
    set(button, 'data-wk', read('size') ?? '')
    set(button, 'data-wk-state', state)
    const style = (name: string, url: string | undefined) =>
      url === undefined
        ? button.style.removeProperty(name)
        : button.style.setProperty(name, `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`)
    style('--wk-avatar', address && (profileImage ?? pictureOf(address)))
    const picture = network && iconOf(icons, (all) => all.networks[network.caipNetworkId])
    style('--wk-network', address && network && networkImage(kit, network, picture))
    const isShown = read('balance') === 'show'
    const amount = isShown && balance !== undefined ? parseDecimal(balance) : undefined
    const text = amount && `${formatToken(amount, MESSAGE_DECIMALS, kit.config.locale)} ${balanceSymbol ?? ''}`.trim()
    set(button, 'data-wk-note', state === 'unsupported' ? kit.text('button.switch', 'Switch Network') : text)
    // The same account may connect again later, and its balance has been cleared then.
    if (!address) asked = undefined
    if (!isShown || state !== 'account' || asked === caipAddress) return
    asked = caipAddress
    // Ignore a failure, and do not ask again for the same account on the same network: every change of the state
    // paints, and would otherwise repeat the request.
    void updateNativeBalance(kit).catch(() => undefined)
  }
  if (all.get(button) !== stop) return
  stops.push(...[accounts, networks].map((each) => subscribe(each, paint)))
  const watcher = new MutationObserver(paint)
  watcher.observe(button, { attributeFilter: ['data-size', 'data-balance'] })
  if (isTag && tag) watcher.observe(tag, { attributeFilter: ['size', 'balance'] })
  stops.push(() => watcher.disconnect())
  paint()
}

function set(element: Element, name: string, value: string | undefined) {
  if (value === undefined) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** The picture that the modal draws of an address. */
function pictureOf(address: string): string {
  const { disc, figure, path, turn } = identicon(address)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><clipPath id="c"><circle cx="32" cy="32" r="32"/></clipPath><g clip-path="url(#c)"><rect width="64" height="64" fill="${disc}"/><path d="${path}" fill="${figure}" transform="rotate(${turn} 32 32)"/></g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
