/** Creates the kit, once per page load: hot updates do not replace this module. */
import { type Config, createWalletKit, type Generated } from 'walletkit'
import eip155 from 'walletkit/chains/eip155'

/** The config, which the test sets as a global of the server and of the page. */
export const config = (globalThis as { devConfig?: Config }).devConfig ?? {}
export const generated: Generated = { config, chains: [eip155] }
export const kit = createWalletKit(generated)
