import { CONNECTOR_IDS } from './connector.ts'
import type { PluginAccount } from './pluginKit.ts'

/**
 * Whether the account is a login by email or social account. Its person confirms requests in the login service's
 * iframe, which the modal shows by itself, so do not tell the person to open a wallet.
 *
 * @example
 * ```ts
 * import { isLogin, type PluginKit } from 'walletkit/plugin'
 *
 * const whereToConfirm = (kit: PluginKit) => (isLogin(kit.account()) ? 'Confirm' : 'Confirm in your wallet')
 * ```
 */
export const isLogin = ({ connectedWalletInfo }: Pick<PluginAccount, 'connectedWalletInfo'>): boolean =>
  connectedWalletInfo?.identifier === CONNECTOR_IDS.auth
