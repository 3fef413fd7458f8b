/**
 * The addresses of the exchange's contracts. They are the same on every chain, because one address deploys them in a
 * fixed order.
 */
import { getAddress, getContractAddress, type Hex } from 'viem'
import { nativeAddress } from '../chains.ts'

/**
 * The address that deploys the exchange, fills its pools and trades to move prices. It needs no key, because a sandbox
 * node sends transactions for any address.
 */
export const MAKER: Hex = getAddress('0x5a4db0c5000000000000000000000000000000ec')

const made = (nonce: bigint) => getContractAddress({ from: MAKER, nonce })

/** The contracts use this address for the chain's native currency. */
export const ETHER: Hex = getAddress(nativeAddress)

export const ROUTER: Hex = made(0n)
export const UNI: Hex = made(1n)
export const WBTC: Hex = made(2n)

/** The wrapped-ether contract, which the router's constructor deploys. */
export const WRAPPED_ETHER: Hex = getContractAddress({ from: ROUTER, nonce: 1n })

/** Receives the provider's fee of 0.85 % of every swap. Its key is unknown. */
export const FEE_ADDRESS: Hex = getAddress('0x5a4db0c500000000000000000000000000000fee')
