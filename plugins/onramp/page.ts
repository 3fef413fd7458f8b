/** The page on which the visitor pays. */
import type { PluginAccount } from 'walletkit/plugin'
import type { QuoteRequest } from './api.ts'
import { hostsOf, MOCK_QUOTE_ID, type Provider } from './defaults.ts'
import { onrampError } from './errors.ts'
import { type Arrival, blockchainOf, blockchainsOf } from './networks.ts'
import type { OnRampPanel } from './panel.ts'
import { LOOPBACK, parseUrl } from './shape.ts'

/** The part of the panel that the page's URL depends on. */
type PageFacts = Pick<OnRampPanel, 'api'> & {
  kit: { account: () => Pick<PluginAccount, 'address' | 'preferredAccountType'> }
  state: Pick<OnRampPanel['state'], 'quote'>
}

/**
 * The page's URL: the provider's own with the placeholders filled in, else one from the API. Rejects unless it is
 * https, or http on localhost, and with ONRAMP_HOST for a page of the API that is on none of the provider's hosts and
 * not on this computer.
 */
export async function pageOf(
  { kit, api, state }: PageFacts,
  provider: Provider,
  asked: QuoteRequest,
  symbol: string,
  { network }: Arrival,
): Promise<string> {
  const address = kit.account().address ?? ''
  const { amount, paymentCurrency: currency } = asked
  if (provider.url !== undefined) {
    const values: Record<string, string> = { address, symbol, amount, currency, network: blockchainOf(network) }
    const url = provider.url.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
    return parseUrl({ url })
  }
  if (!api) throw new Error('The config names no API')
  // A mock quote is only an estimate: do not send its amount to the provider.
  const quote = state.quote?.quoteId === MOCK_QUOTE_ID ? undefined : state.quote
  const url = await api.url({
    destinationWallets: [{ address, blockchains: blockchainsOf(network, kit.account()), assets: [symbol] }],
    defaultNetwork: blockchainOf(network),
    partnerUserId: address,
    ...(quote && { presetCryptoAmount: quote.purchaseAmount.amount }),
    presetFiatAmount: amount,
  })
  return requireHost(url, provider)
}

function requireHost(url: string, { name, hosts = hostsOf(name) }: Provider): string {
  const { host, hostname } = new URL(url)
  // Only the owner of this computer can serve a page on it: the sandbox serves its payment page there.
  if (hosts.includes(host) || LOOPBACK.test(hostname)) return url
  const rule = `name its host in "hosts" of the provider "${name}" in features.onramp.providers if it is right`
  throw onrampError('ONRAMP_HOST', new Error(`The page is on ${host}, not on ${hosts.join(', ')}: ${rule}`))
}
