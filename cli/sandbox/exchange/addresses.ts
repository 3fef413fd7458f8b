/** Where the exchange's contracts are: the same on every chain, because one address makes them in one order. */
import { getAddress, getContractAddress, type Hex } from 'viem'
import { nativeAddress } from '../chains.ts'

/** Makes the exchange, and trades to move prices. Rich; needs no key, for a sandbox node sends for anyone. */
export const MAKER: Hex = getAddress('0x5a4db0c5000000000000000000000000000000ec')

const made = (nonce: bigint) => getContractAddress({ from: MAKER, nonce })

/** How the contracts write the chain's own currency. */
export const ETHER: Hex = getAddress(nativeAddress)

export const ROUTER: Hex = made(0n)
export const UNI: Hex = made(1n)
export const WBTC: Hex = made(2n)

/** Made by the router when it is made itself. */
export const WRAPPED_ETHER: Hex = getContractAddress({ from: ROUTER, nonce: 1n })

/** Gets the provider's 0.85 % of every swap. Nobody has its key. */
export const FEE_ADDRESS: Hex = getAddress('0x5a4db0c500000000000000000000000000000fee')
