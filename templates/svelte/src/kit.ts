import { createWalletKit } from 'walletkit'
import { generated } from 'virtual:walletkit'

/** In a module of its own, so that it stays the same while you edit components. */
export const kit = createWalletKit(generated)
