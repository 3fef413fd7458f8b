/** MoonPay: the buy widget by a signed URL (dev.moonpay.com, "URL signing"). */
import { createHmac } from 'node:crypto'
import { codeOf, optionsOf, originOf, soldBy } from './currencies.ts'
import type { Seller, SellerParts } from './seller.ts'

/**
 * Of `parts.service`, `clientId` is the publishable key (`pk_…`), which the URL of the purchase contains; `key` is the
 * secret one, and only signs that URL.
 */
export function moonpay(parts: SellerParts): Seller {
  const { url, key = '', clientId = '' } = parts.service
  const sold = soldBy('moonpay', parts)
  return {
    name: 'moonpay',
    origins: [originOf(parts.service)],
    options: () => Promise.resolve(optionsOf(sold)),
    page: (purchase) => {
      const currencyCode = codeOf(sold, purchase)
      if (currencyCode === undefined) return Promise.resolve(undefined)
      const page = new URL(url)
      const { address: walletAddress, amount } = purchase
      page.search = new URLSearchParams({
        ...{ apiKey: clientId, currencyCode, walletAddress, baseCurrencyCode: 'usd' },
        ...(amount !== undefined && { baseCurrencyAmount: amount }),
      }).toString()
      const signature = createHmac('sha256', key).update(page.search).digest('base64')
      return Promise.resolve(`${page.href}&signature=${encodeURIComponent(signature)}`)
    },
  }
}
