import type * as accountAbstraction from 'viem/account-abstraction'

/**
 * viem's account abstraction. Other files import only its types, because loading it takes longer than starting the
 * sandbox.
 */
export type Library = typeof accountAbstraction

/** Loads it on first use. */
export const loadLibrary = (): Promise<Library> => import('viem/account-abstraction')
