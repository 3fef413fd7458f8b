/** Parses a wallet of the directory, and answers questions about one. */
import type { Wallet } from '../contracts/config.ts'
import type { Kit } from '../contracts/kit.ts'
import { cleanText } from '../lib/text.ts'

/** Parses one directory entry; `undefined` without an id and a name. Drops links and images that are not text. */
export function parseWallet(entry: unknown): Wallet | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { id, name } = entry as Record<string, unknown>
  if (typeof id !== 'string' || typeof name !== 'string' || !id || !name) return undefined
  const texts = [
    'badge_type',
    'homepage',
    'image_id',
    'image_url',
    'mobile_link',
    'desktop_link',
    'webapp_link',
    'app_store',
    'play_store',
    'chrome_store',
    'rdns',
  ] as const
  const wallet: Wallet = { id, name: cleanText(name) }
  for (const key of texts) {
    const value = (entry as Record<string, unknown>)[key]
    if (typeof value === 'string') wallet[key] = value
  }
  const { chains, injected } = entry as { chains?: unknown; injected?: unknown }
  if (Array.isArray(chains)) wallet.chains = chains.filter((chain) => typeof chain === 'string')
  if (Array.isArray(injected)) wallet.injected = injected.flatMap(parseInjected)
  return wallet
}

/**
 * Reads the property by which a wallet marks its provider in the window, and its namespace; empty for an invalid entry.
 */
function parseInjected(entry: unknown): NonNullable<Wallet['injected']> {
  const { namespace, injected_id } = (entry ?? {}) as Record<string, unknown>
  if (typeof injected_id !== 'string') return []
  return [{ injected_id, ...(typeof namespace === 'string' && { namespace }) }]
}

/** Finds a wallet in the config's own lists, by directory id or rdns. */
export const knownWallet = ({ config }: Kit, name: string): Wallet | undefined =>
  [...(config.wallets?.list ?? []), ...(config.wallets?.custom ?? [])].find(
    ({ id, rdns }) => id === name || rdns === name,
  )

/** Whether the wallet has a link to its app, its web site or its desktop program. */
export const hasLink = ({ mobile_link, desktop_link, webapp_link }: Wallet): boolean =>
  Boolean(mobile_link || desktop_link || webapp_link)

/** Whether a wallet works on a namespace. A wallet that lists no chains counts as working on every one. */
export const servesNamespace = ({ chains }: Wallet, namespace: string | undefined): boolean =>
  !namespace || !chains?.length || chains.some((id) => id.startsWith(`${namespace}:`))

/** The URL of a wallet's image; `undefined` if there is none: the wallet's first letter then shows. */
export function walletImage(kit: Kit, wallet: Wallet): string | undefined {
  if (wallet.image_url) return wallet.image_url
  const base = kit.config.images?.base ?? kit.config.services?.images
  return wallet.image_id && base ? `${base.replace(/\/$/, '')}/getWalletImage/${wallet.image_id}` : undefined
}
