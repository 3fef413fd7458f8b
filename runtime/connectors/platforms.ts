/** How a wallet can be reached from this page (reference 4.2). */
import type { Wallet } from '../config.ts'
import { readLink } from './links.ts'

/** `browser`: it is in this page. `unsupported`: it has a form for browsers, which is not here, or no form at all. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export type Surroundings = {
  mobile: boolean
  /** Whether the page's wallets are asked at all. */
  adapters: boolean
  /** Whether the config names a relay: without one, links have nothing to carry. */
  remote: boolean
  /** The wallet is in this page. */
  installed: boolean
  /** The wallet's app opens this page in its own browser (Solana). */
  opensPage: boolean
}

/** The ways to a wallet in the order of its tabs; never empty. A link that may not be opened does not count. */
export function platformsOf(
  { mobile_link, desktop_link, webapp_link, rdns, injected }: Wallet,
  { mobile, adapters, remote, installed, opensPage }: Surroundings,
): Platform[] {
  const leads = (link: unknown) => remote && readLink(link) !== undefined
  const forBrowsers = adapters && Boolean(rdns || injected?.some(({ injected_id }) => injected_id))
  const platforms: Platform[] = []
  if (forBrowsers && installed) platforms.push('browser')
  if (mobile && opensPage) platforms.push('mobile')
  else if (leads(mobile_link)) platforms.push(mobile ? 'mobile' : 'qrcode')
  if (leads(webapp_link) && readLink(webapp_link)?.kind === 'web') platforms.push('web')
  if (leads(desktop_link) && !mobile) platforms.push('desktop')
  // No phone has extensions: there the tab would be a dead end.
  if (!platforms.length || (forBrowsers && !installed && !mobile)) platforms.push('unsupported')
  return platforms
}

/** Whether the wallet's own mark is on `window.ethereum`, for wallets that do not announce themselves. */
export function isInjected({ injected }: Wallet, ethereum: unknown): boolean {
  if (typeof ethereum !== 'object' || ethereum === null) return false
  try {
    return Boolean(injected?.some(({ injected_id }) => injected_id && Reflect.get(ethereum, injected_id)))
  } catch {
    // Several wallets may fight over the name.
    return false
  }
}
