/** The currencies that the sandbox's on-ramp sells, and those that it accepts as payment. */
import { chainList, nativeAddress, nativeCurrency } from '../chains.ts'
import { dataUri, tokenImage } from '../images.ts'
import { solanaInfo } from '../solana/chain.ts'
import type { Token } from '../tokens.ts'

/** The address by which the price book names SOL. */
const SOL_ADDRESS = 'So11111111111111111111111111111111111111111'

/** A currency on one network that the on-ramp sells. `price` is no price: it is the currency's key
 * in the price book, a CAIP-10 address. */
export type Sold = {
  id: string
  name: string
  symbol: string
  decimals: number
  /** The on-ramp's name of the network, for example `sandbox-one`. */
  network: string
  networkName: string
  /** CAIP-2. */
  caipNetworkId: string
  /** Absent for the native currency. */
  contract?: string
  price: string
}

/** Limits of a payment method, as decimal text. */
export type Limits = { id: string; min: string; max: string }
export type PaymentCurrency = { id: string; payment_method_limits: Limits[] }

const limits = (): Limits[] => [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** The value of one unit of each currency in US cents. Invented and fixed, so that results can be checked by hand. */
export const RATES: Readonly<Record<string, bigint>> = { USD: 100n, EUR: 110n }

export const paymentCurrencies: PaymentCurrency[] = Object.keys(RATES).map((id) => ({
  id,
  payment_method_limits: limits(),
}))

const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** What the on-ramp sells: ether and USDC on every EVM chain, SOL on Solana. `tokens` are those of the sandbox. */
export function soldIn(tokens: readonly Token[]): Sold[] {
  const evm = chainList.flatMap(({ id, name, caipNetworkId }): Sold[] => {
    const at = { network: slug(name), networkName: name, caipNetworkId }
    const { symbol } = nativeCurrency
    const usdc = tokens.find((token) => token.chainId === id && token.symbol === 'USDC')
    return [
      { id: symbol, ...nativeCurrency, ...at, price: `${caipNetworkId}:${nativeAddress}` },
      ...(usdc
        ? [
            {
              ...{ id: usdc.symbol, name: usdc.name, symbol: usdc.symbol, decimals: usdc.decimals },
              ...at,
              contract: usdc.address,
              price: `${caipNetworkId}:${usdc.address}`,
            },
          ]
        : []),
    ]
  })
  const { name, caipNetworkId } = solanaInfo
  const sol = { id: 'SOL', name: 'Solana', symbol: 'SOL', decimals: 9, network: slug(name), networkName: name }
  return [...evm, { ...sol, caipNetworkId, price: `${caipNetworkId}:${SOL_ADDRESS}` }]
}

/** The list in `GET /v1/onramp/options`: each currency once, with its networks. */
export function purchaseCurrencies(sold: readonly Sold[]) {
  return [...new Set(sold.map(({ id }) => id))].map((id) => {
    const networks = sold.filter((each) => each.id === id)
    const { name, symbol } = networks[0] ?? { name: id, symbol: id }
    return {
      ...{ id, name, symbol, iconUrl: dataUri(tokenImage(symbol)) },
      networks: networks.map(({ network, networkName, caipNetworkId, contract = '' }) => ({
        name: network,
        display_name: networkName,
        chain_id: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1),
        contract_address: contract,
      })),
    }
  })
}
