/** Made once per page load, outside of what is replaced while it runs. */
import { type Config, createWalletKit, type Generated } from 'walletkit'
import eip155 from 'walletkit/chains/eip155'

/** The server is told the config by its test, and tells the page. */
export const config = (globalThis as { devConfig?: Config }).devConfig ?? {}
export const generated: Generated = { config, chains: [eip155] }
export const kit = createWalletKit(generated)
