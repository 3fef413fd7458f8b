import type { Metadata } from '../contracts/config.ts'
import type { Kit } from '../contracts/kit.ts'

/**
 * What wallets show for this page: the config's metadata, else the page's title, `og:description`, origin and icon.
 */
export function metadataOf({ config }: Kit): Metadata {
  const { metadata = {} } = config
  const read = (selector: string, attribute: string) =>
    globalThis.document?.querySelector(selector)?.getAttribute(attribute) ?? ''
  const icon = read('link[rel~="icon"]', 'href')
  const own = globalThis.location
  return {
    name: metadata.name ?? (globalThis.document?.title || 'Untitled page'),
    description: metadata.description ?? read('meta[property="og:description"]', 'content'),
    url: metadata.url ?? own?.origin ?? '',
    icons: metadata.icons ?? (icon && own && URL.canParse(icon, own.href) ? [new URL(icon, own.href).href] : []),
  }
}
