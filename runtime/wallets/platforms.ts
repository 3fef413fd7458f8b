/** Decides how this page can reach a wallet. */
import type { Wallet } from '../contracts/config.ts'
import { readLink } from './links.ts'

/**
 * `browser`: the wallet is installed in this browser. `unsupported`: on a computer, the wallet has a browser extension
 * that is not installed; or there is no way to reach the wallet.
 */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export type Surroundings = {
  mobile: boolean
  /** Whether the page has adapters, which installed wallets need. */
  adapters: boolean
  /** Whether the config names a relay: without one there is no pairing URI to put into links. */
  remote: boolean
  installed: boolean
  /**
   * Whether the wallet has a link that opens this page in its app's own browser. Only true on a phone, with Solana as
   * namespace.
   */
  opensPage: boolean
}

/** The platforms of a wallet in the order of its tabs; never empty. Ignores links that are not safe to open. */
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
  // An extension that is not installed gets the tab `unsupported`, but not on phones, which have no extensions.
  if (!platforms.length || (forBrowsers && !installed && !mobile)) platforms.push('unsupported')
  return platforms
}

/** Whether `window.ethereum` has the wallet's own marker property, for wallets that do not announce themselves. */
export function isInjected({ injected }: Wallet, ethereum: unknown): boolean {
  if (typeof ethereum !== 'object' || ethereum === null) return false
  try {
    return Boolean(injected?.some(({ injected_id }) => injected_id && Reflect.get(ethereum, injected_id)))
  } catch {
    // Reading may throw when several wallets compete for `window.ethereum`.
    return false
  }
}
