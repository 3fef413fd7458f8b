import { createWalletKit } from 'walletkit'
import { generated } from '../../generated/walletkit.js'

// On the server all visitors share this kit: it has no account there, and rendering does not change it.
export const kit = createWalletKit(generated)

if (import.meta.env.DEV && typeof window !== 'undefined') void import('./testWallet')

export { generated }
