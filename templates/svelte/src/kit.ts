import { createWalletKit } from 'walletkit'
import { generated } from 'virtual:walletkit'

/** The kit has a module of its own, so that hot reloading of components does not create another one. */
export const kit = createWalletKit(generated)
