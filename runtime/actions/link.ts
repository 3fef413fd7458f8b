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

/** What a link opens: the wallet's app on this phone, its web page, or its app on this computer. */
export type LinkPlatform = 'mobile' | 'web' | 'desktop'

/**
 * The result of opening a wallet. `expired`: there is no valid pairing URI to put into the link. `refused`: the wallet
 * has no link for the platform, or its scheme or form is not safe to open.
 */
export type Opened = 'opened' | 'expired' | 'refused'

/**
 * The target of a link to a wallet. A web wallet must not replace the page, and Telegram only opens new windows
 * (`_blank`). A page in a frame has to navigate the outermost page (`_top`), because browsers open no app from a frame.
 */
export function linkTarget(platform: LinkPlatform): LinkTarget {
  if (platform === 'web' || isTelegram()) return '_blank'
  return window.self === window.top ? '_self' : '_top'
}

/**
 * Opens a link without referrer and opener, so that a wallet's site neither learns the page's address nor can navigate
 * the page. All links to wallets are opened with this function.
 */
export const openLink = (href: string, target: LinkTarget) => void window.open(href, target, 'noreferrer noopener')

/** Opens whichever app handles `wc:` links on this device. */
export function openUri(uri: string | undefined) {
  if (uri?.startsWith('wc:')) openLink(uri, linkTarget('mobile'))
}

/**
 * On a phone with Solana as namespace: the link that opens this page in the browser of the wallet's app, because most
 * phone browsers have no Solana wallet. Else `undefined`, also if the wallet has no such link.
 */
export function solanaLink({ state }: Kit, wallet: Wallet): string | undefined {
  const namespace = state.modal.namespace ?? state.networks.activeChain
  return namespace === 'solana' && isMobile() ? pageLink(wallet, location.href, window) : undefined
}

/**
 * Opens a wallet's app or site with the pairing URI, or this page in the app's browser ({@link solanaLink}). Call it
 * inside the visitor's own gesture: a phone does not open an app without one.
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
 * Creates the pairing before the visitor taps a wallet, on platforms that open an app only within the tap itself (iOS
 * Safari and Telegram); does nothing on others. Connect and AllWallets call this when they are shown.
 */
export function prepareLinks(kit: Kit) {
  if (holdsPairing() && hasRemote(kit)) void invite(kit)
}

const returns = perKit(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined }))

/**
 * Keeps the modal open (`buffering`) for up to 5 s after the visitor returns from a wallet's app on iOS. iOS suspends a
 * page's sockets while another app is in front, so the wallet's answer arrives a moment after the return. Returns a
 * function that stops listening.
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
