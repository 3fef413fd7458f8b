/** Opening a wallet's app with the pairing in the link, and what follows when the visitor comes back (reference 4.3). */
import type { Wallet } from '../config.ts'
import { appLink, type AppLink, pageLink, readLink } from '../connectors/links.ts'
import { hasRemote } from '../connectors/remote.ts'
import type { Kit } from '../kit.ts'
import { isAndroid, isIos, isMobile, isTelegram } from '../lib/device.ts'
import { perKit } from '../lib/perKit.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { holdsPairing, isLive } from './connection.ts'
import { invite } from './pair.ts'

export type LinkTarget = '_self' | '_top' | '_blank'

/** Ways to a wallet that are links. */
export type LinkPlatform = 'mobile' | 'web' | 'desktop'

/** `expired`: there is no pairing to carry (yet). `refused`: the link is none that may be opened. */
export type Opened = 'opened' | 'expired' | 'refused'

/** Telegram opens nothing but new windows, a frame may not navigate itself to an app, and a web wallet keeps the page. */
export function linkTarget(platform: LinkPlatform): LinkTarget {
  if (platform === 'web' || isTelegram()) return '_blank'
  return window.self === window.top ? '_self' : '_top'
}

/** The one place where a link to a wallet is opened. */
export const openLink = (href: string, target: LinkTarget) => void window.open(href, target, 'noreferrer noopener')

/** Opens what reads `wc:` links on this device. */
export function openUri(uri: string | undefined) {
  if (uri?.startsWith('wc:')) openLink(uri, linkTarget('mobile'))
}

/** Solana on a phone without the wallet: its app opens this page in its own browser (decisions 4.19). */
export function solanaLink({ state }: Kit, wallet: Wallet): string | undefined {
  const namespace = state.modal.namespace ?? state.networks.activeChain
  return namespace === 'solana' && isMobile() ? pageLink(wallet, location.href, window) : undefined
}

/** Opens a wallet where it takes a pairing. To be called in the visitor's own gesture: a phone opens no app without one. */
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
 * Where an app opens only inside of the tap itself, the pairing is made before it: called when Connect or a list of wallets
 * shows. Does nothing elsewhere, and nothing that anybody has to wait for.
 */
export function prepareLinks(kit: Kit) {
  if (holdsPairing() && hasRemote(kit)) void invite(kit)
}

const returns = perKit(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined }))

/**
 * iOS holds a page's sockets back while another app is in front: when the visitor comes back from the wallet, its answer
 * takes a moment, and the modal waits for it with its doors closed. Returns what stops listening.
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
