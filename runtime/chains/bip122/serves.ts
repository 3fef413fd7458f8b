/** Decides which Wallet Standard wallets serve Bitcoin. */
import type { StandardWallet } from '../../connectors/walletStandard.ts'
import { isRecord } from '../../lib/isRecord.ts'

/** The sats-connect provider among a wallet's features, if any: it has methods that the standard does not define. */
export function satsConnectOf({ features }: StandardWallet): object | undefined {
  const feature = features['sats-connect:']
  const provider = isRecord(feature) ? feature['provider'] : undefined
  return isRecord(provider) && typeof provider['request'] === 'function' ? provider : undefined
}

/**
 * Whether a wallet can connect and sign messages on Bitcoin. Wallets of other chains, such as Solana, register in the
 * same way and are not listed on Bitcoin.
 */
export const servesBitcoin = (wallet: StandardWallet): boolean =>
  satsConnectOf(wallet) !== undefined ||
  ('bitcoin:signMessage' in wallet.features &&
    ('bitcoin:connect' in wallet.features ||
      ('standard:connect' in wallet.features && wallet.chains.some((chain) => String(chain).startsWith('bitcoin:')))))
