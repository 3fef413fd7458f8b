/** What `walletkit emit` makes of walletkit.config.json. */
import type { Config, Generated } from 'walletkit'

export declare const config: Config
export declare const generated: Generated
