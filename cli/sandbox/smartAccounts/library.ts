import type * as accountAbstraction from 'viem/account-abstraction'

/** viem's account abstraction. Other files have its types only: it takes longer to load than the sandbox to start. */
export type Library = typeof accountAbstraction

/** Loads it when it is first needed. */
export const loadLibrary = (): Promise<Library> => import('viem/account-abstraction')
