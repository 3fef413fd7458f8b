/** Opens a wallet's app with the pairing URI in the link, and handles the visitor's return from it. */
import type { Wallet } from '../contracts/config.ts'
import { appLink, type AppLink, pageLink, readLink } from '../wallets/links.ts'
import { hasRemote } from '../contracts/remote.ts'
import type { Kit } from '../contracts/kit.ts'
import { isAndroid, isIos, isMobile, isTelegram } from '../lib/device.ts'
import { perKit } from '../contracts/perKit.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { holdsPairing, isLive } from '../state/setConnection.ts'
import { invite } from './pair.ts'

export type LinkTarget = '_self' | '_top' | '_blank'

/** The platforms that a link can open. */
export type LinkPlatform = 'mobile' | 'web' | 'desktop'

/**
 * `expired`: no pairing exists yet, or none is left to put into the link. `refused`: the link's scheme or form is not
 * safe to open.
 */
export type Opened = 'opened' | 'expired' | 'refused'

/**
 * Telegram only opens new windows, a frame may not navigate itself to an app, and a web wallet must not replace the
 * page.
 */
export function linkTarget(platform: LinkPlatform): LinkTarget {
  if (platform === 'web' || isTelegram()) return '_blank'
  return window.self === window.top ? '_self' : '_top'
}

/** Every link to a wallet is opened here, without referrer and opener. */
export const openLink = (href: string, target: LinkTarget) => void window.open(href, target, 'noreferrer noopener')

/** Opens whichever app handles `wc:` links on this device. */
export function openUri(uri: string | undefined) {
  if (uri?.startsWith('wc:')) openLink(uri, linkTarget('mobile'))
}

/** The link for Solana on a phone whose browser has no wallet: the wallet's app opens this page in its own browser. */
export function solanaLink({ state }: Kit, wallet: Wallet): string | undefined {
  const namespace = state.modal.namespace ?? state.networks.activeChain
  return namespace === 'solana' && isMobile() ? pageLink(wallet, location.href, window) : undefined
}

/**
 * Opens a wallet's app or site with the pairing URI. Call it inside the visitor's own gesture: a phone does not open an
 * app without one.
 */
export function openWallet(kit: Kit, wallet: Wallet, platform: LinkPlatform): Opened {
  const { connection } = kit.state
  const page = platform === 'mobile' ? solanaLink(kit, wallet) : undefined
  if (page) {
    openLink(page, linkTarget(platform))
    return 'opened'
  }
  const own = { mobile: wallet.mobile_link, web: wallet.webapp_link, desktop: wallet.desktop_link }[platform]
  if (!readLink(own)) return 'refused'
  if (!isLive(connection) || !connection.wcUri) return 'expired'
  const link: AppLink | undefined = appLink(own, connection.wcUri, { twice: isTelegram() && isAndroid() })
  if (!link) return 'refused'
  connection.wcLinking = { href: link.href, name: wallet.name }
  openLink(link.redirect, linkTarget(platform))
  return 'opened'
}

/**
 * Creates the pairing before the tap, on platforms that open an app only inside the tap itself. Connect and the wallet
 * lists call this when they show. Does nothing elsewhere, and never makes the caller wait.
 */
export function prepareLinks(kit: Kit) {
  if (holdsPairing() && hasRemote(kit)) void invite(kit)
}

const returns = perKit(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined }))

/**
 * iOS suspends a page's sockets while another app is in front. After the visitor returns from the wallet, its answer
 * takes a moment; `buffering` keeps the modal open for up to 5 s meanwhile. Returns a function that stops listening.
 */
export function heedReturn(kit: Kit): () => void {
  if (!isIos()) return () => undefined
  const own = returns(kit)
  const { connection } = kit.state
  const settle = () => {
    if (own.timer === undefined) return
    clearTimeout(own.timer)
    own.timer = undefined
    connection.buffering = false
  }
  const onVisibility = () => {
    if (document.visibilityState !== 'visible' || !connection.wcLinking || connection.wcError) return
    clearTimeout(own.timer)
    connection.buffering = true
    own.timer = setTimeout(settle, FIVE_SECONDS)
  }
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    settle()
  }
}
