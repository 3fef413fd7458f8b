/** Ramp Network: the widget by a URL with parameters (docs.rampnetwork.com, "Configuration"). Nothing is signed. */
import { codeOf, optionsOf, originOf, soldBy } from './currencies.ts'
import type { Seller, SellerParts } from './seller.ts'

/** `clientId` is the host API key, which is public. */
export function ramp(parts: SellerParts): Seller {
  const { url, clientId = '' } = parts.service
  const sold = soldBy('ramp', parts)
  return {
    name: 'ramp',
    origins: [originOf(parts.service)],
    options: () => Promise.resolve(optionsOf(sold)),
    page: (purchase) => {
      const swapAsset = codeOf(sold, purchase)
      if (swapAsset === undefined) return Promise.resolve(undefined)
      const page = new URL(url)
      const { address: userAddress, amount } = purchase
      page.search = new URLSearchParams({
        ...{ hostApiKey: clientId, swapAsset, userAddress, fiatCurrency: 'USD' },
        ...(amount !== undefined && { fiatValue: amount }),
      }).toString()
      return Promise.resolve(page.href)
    },
  }
}
