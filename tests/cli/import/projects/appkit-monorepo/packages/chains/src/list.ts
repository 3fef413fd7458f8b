import { bsc, celo } from 'viem/chains'

export const SUPPORTED = { bsc, celo } as const
