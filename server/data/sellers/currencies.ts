/**
 * What MoonPay, Ramp and Transak sell, and their codes for it: this server asks none of them for a list. The list is
 * short on purpose: an entry is here only if its code is in public documentation or code. A token is identified by its
 * contract, not by its symbol.
 */
import type { ServiceConfig } from '../../config/sources.ts'
import { type DataNetwork, SOLANA_MAINNET } from '../network.ts'
import type { Options, PurchaseCurrency, SellerParts } from './seller.ts'

/** The blockchain API's names of the networks, which pages send (`defaultNetwork`), by CAIP-2 id. */
export const BLOCKCHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:80094': 'berachain',
  [SOLANA_MAINNET]: 'solana',
}

type Coded = 'moonpay' | 'ramp' | 'transak'
/**
 * `on` is a CAIP-2 id. `contract` is empty for the native currency. Transak's code is only a symbol, because a
 * request to Transak has a field for the network.
 */
type Entry = { on: string; symbol: string; contract: string } & Partial<Record<Coded, string>>

const native = (on: string, symbol: string, codes: Partial<Record<Coded, string>>): Entry => ({
  ...{ on, symbol, contract: '', ...codes },
})
/** USDC that Circle itself issues on the network, not a bridged one. */
const usdc = (on: string, contract: string, codes: Partial<Record<Coded, string>>): Entry => ({
  ...{ on, symbol: 'USDC', contract, ...codes },
})

const SOLD: readonly Entry[] = [
  native('eip155:1', 'ETH', { moonpay: 'eth', ramp: 'ETH_ETH', transak: 'ETH' }),
  native('eip155:10', 'ETH', { moonpay: 'eth_optimism', ramp: 'OPTIMISM_ETH', transak: 'ETH' }),
  native('eip155:137', 'POL', { moonpay: 'pol_polygon' }),
  native('eip155:8453', 'ETH', { moonpay: 'eth_base', ramp: 'BASE_ETH', transak: 'ETH' }),
  native('eip155:42161', 'ETH', { moonpay: 'eth_arbitrum', ramp: 'ARBITRUM_ETH', transak: 'ETH' }),
  native(SOLANA_MAINNET, 'SOL', { moonpay: 'sol', ramp: 'SOLANA_SOL', transak: 'SOL' }),
  usdc('eip155:1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', {
    ...{ moonpay: 'usdc', ramp: 'ETH_USDC', transak: 'USDC' },
  }),
  usdc('eip155:10', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', { moonpay: 'usdc_optimism' }),
  usdc('eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', { moonpay: 'usdc_polygon', transak: 'USDC' }),
  usdc('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', {
    ...{ moonpay: 'usdc_base', ramp: 'BASE_USDC', transak: 'USDC' },
  }),
  usdc('eip155:42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', { moonpay: 'usdc_arbitrum', transak: 'USDC' }),
  usdc(SOLANA_MAINNET, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v', {
    ...{ moonpay: 'usdc_sol', ramp: 'SOLANA_USDC', transak: 'USDC' },
  }),
]

/** A currency on one network that a seller sells, and the seller's code for it. */
export type Sold = {
  network: DataNetwork
  symbol: string
  name: string
  contract: string
  iconUrl: string
  code: string
}

/**
 * What the seller sells on the config's networks: native currencies, and the tokens that are in the operator's token
 * list.
 */
export function soldBy(seller: Coded, { networks, tokens }: SellerParts): Sold[] {
  return SOLD.flatMap(({ on, symbol, contract, [seller]: code }) => {
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === on)
    if (!network || code === undefined) return []
    if (contract === '') return [{ network, symbol, name: symbol, contract, iconUrl: '', code }]
    const token = tokens.find(({ caipNetworkId, address }) => caipNetworkId === on && address === contract)
    return token ? [{ network, symbol, name: token.name, contract, iconUrl: token.iconUrl, code }] : []
  })
}

/** The seller's code of a currency on a network; undefined if the seller does not sell it. */
export const codeOf = (sold: readonly Sold[], wanted: { network: DataNetwork; symbol: string }) =>
  sold.find(({ network, symbol }) => network.caipNetworkId === wanted.network.caipNetworkId && symbol === wanted.symbol)
    ?.code

/**
 * The only payment currency at MoonPay, Ramp and Transak: a page of walletkit sends an amount but no currency. The
 * limits refuse nothing, because the seller's page has its own, which depend on the visitor's country.
 */
const DOLLARS = { id: 'USD', payment_method_limits: [{ id: 'card', min: '0.01', max: '999999999.99' }] }

/** The options of the API: each currency once, with its networks. */
export function optionsOf(sold: readonly Sold[]): Options {
  const symbols = [...new Set(sold.map(({ symbol }) => symbol))]
  const purchaseCurrencies = symbols.map((id): PurchaseCurrency => {
    const entries = sold.filter(({ symbol }) => symbol === id)
    const { name = id, iconUrl = '' } = entries[0] ?? {}
    return {
      ...{ id, name, symbol: id, ...(iconUrl && { iconUrl }) },
      networks: entries.map(({ network, contract }) => ({
        name: blockchainOf(network),
        display_name: network.name,
        chain_id: referenceOf(network),
        contract_address: contract,
      })),
    }
  })
  return { purchaseCurrencies, paymentCurrencies: [DOLLARS] }
}

/** The blockchain API's name of a network; the CAIP-2 id if it has none. */
export const blockchainOf = ({ caipNetworkId }: DataNetwork) => BLOCKCHAINS[caipNetworkId] ?? caipNetworkId
/** `8453` of `eip155:8453`. */
export const referenceOf = ({ caipNetworkId }: DataNetwork) => caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)

/** The origin of a service's URL. */
export const originOf = ({ url }: Pick<ServiceConfig, 'url'>) => new URL(url).origin
