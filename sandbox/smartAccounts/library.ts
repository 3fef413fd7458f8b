import type * as accountAbstraction from 'viem/account-abstraction'

/**
 * viem's module for account abstraction. Load it only with {@link loadLibrary}, on first use: loading takes longer than
 * starting the sandbox.
 */
export type Library = typeof accountAbstraction

export const loadLibrary = (): Promise<Library> => import('viem/account-abstraction')
