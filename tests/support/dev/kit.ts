/** Runs once per page load. Hot updates do not replace this module. */
import { type Config, createWalletKit, type Generated } from 'walletkit'
import eip155 from 'walletkit/chains/eip155'

/** The test sets the config on the server, and the server passes it to the page. */
export const config = (globalThis as { devConfig?: Config }).devConfig ?? {}
export const generated: Generated = { config, chains: [eip155] }
export const kit = createWalletKit(generated)
