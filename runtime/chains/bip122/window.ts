/**
 * Reads the Bitcoin wallets of a window. It is a file of its own, so that only visitors who have such a wallet load it.
 */
import { OKX } from '../../wallets/windowWallets.ts'
import type { Connector } from '../../contracts/connector.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { cleanText } from '../../lib/text.ts'
import { isReserved } from '../../wallets/reserved.ts'

type FormName = 'leather' | 'okx' | 'satsConnect' | 'unisat'
const driverOf =
  (form: FormName): Connector['driver'] =>
  async () => ({ default: (await import('./forms/index.ts'))[form] })

/** The most entries of `btc_providers` to read, because any script of the page can add any number of them. */
const LIMIT = 64

/** The longest icon (a data URI), in characters. A wallet with a longer one is listed with its first letter instead. */
const ICON_LIMIT = 262_144

/** Wallets with an API of their own: where each is in `window`, and the method that identifies it. */
const WINDOW_FORMS: readonly { path: string; verb: string; name: string; form: FormName; rdns?: string }[] = [
  { path: 'XverseProviders.BitcoinProvider', verb: 'request', name: 'Xverse', form: 'satsConnect' },
  { path: 'LeatherProvider', verb: 'request', name: 'Leather', form: 'leather' },
  { path: 'unisat', verb: 'requestAccounts', name: 'UniSat', form: 'unisat' },
  { path: 'okxwallet', verb: 'bitcoin.connect', name: 'OKX Wallet', form: 'okx', rdns: OKX.rdns },
]

/** Reads the wallets of a window: first those of {@link WINDOW_FORMS}, then those in `btc_providers` (WBIP-004). */
export function readWindow(window: unknown): Connector[] {
  const named = WINDOW_FORMS.flatMap(({ path, verb, name, rdns, form }): Connector[] => {
    const provider = at(window, path)
    if (typeof at(provider, verb) !== 'function') return []
    return [
      connectorOf({ name, provider, driver: driverOf(form), ...(rdns && { info: Object.freeze({ rdns, name }) }) }),
    ]
  })
  const listed: unknown = at(window, 'btc_providers')
  if (!Array.isArray(listed)) return named
  const registered = listed.slice(0, LIMIT).flatMap((entry: unknown): Connector[] => {
    try {
      const { id, name: given, icon } = isRecord(entry) ? entry : {}
      if (typeof id !== 'string' || typeof given !== 'string' || id.length > 128) return []
      const provider = at(window, id)
      const own = WINDOW_FORMS.some(({ path }) => path === id)
      const name = cleanText(given)
      if (own || !name || isReserved(name) || typeof at(provider, 'request') !== 'function') return []
      const imageUrl = typeof icon === 'string' && /^data:image\//.test(icon) && icon.length <= ICON_LIMIT && icon
      return [connectorOf({ name, provider, driver: driverOf('satsConnect'), ...(imageUrl && { imageUrl }) })]
    } catch {
      return []
    }
  })
  return [...named, ...registered]
}

/**
 * The connector's id is the wallet's name, so that a stored session finds its wallet even if it is found in another
 * form.
 */
const connectorOf = ({ name, ...rest }: Pick<Connector, 'name' | 'provider' | 'driver' | 'info' | 'imageUrl'>) =>
  Object.freeze({ id: name, name, type: 'ANNOUNCED', chain: 'bip122', chains: [], ...rest } satisfies Connector)

/**
 * The value at a dotted path. `undefined` if there is none, or if reading it throws, as it can when several extensions
 * define the same property.
 */
function at(root: unknown, path: string): unknown {
  try {
    return path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], root)
  } catch {
    return undefined
  }
}
