/** The module that `walletkit emit` makes from walletkit.config.json. */
import type { Config, Generated } from 'walletkit'

export declare const config: Config
export declare const generated: Generated
