/**
 * Reads a kit's connected EVM wallet for the interop entry points, as one value. Uses only the instance's public
 * methods.
 */
import type { CaipNetwork } from '../contracts/network.ts'
import type { Eip1193Provider, Hex } from '../chains/eip155/provider.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Stop, WalletKit } from '../kit/instance.ts'

/**
 * A connected EVM wallet. `addresses` begins with the active address. Addresses have EIP-55 checksums, except those of
 * a login without a wallet, which are as the login service writes them.
 */
export type EvmSession = {
  readonly addresses: readonly [Hex, ...Hex[]]
  readonly chainId: number
  readonly network: CaipNetwork
  readonly provider: Eip1193Provider
}

/** The kit's session on eip155; `undefined` while no account is connected there. */
export function sessionOf(kit: WalletKit): EvmSession | undefined {
  const { status, allAccounts } = kit.getAccount('eip155')
  const [first, ...others] = allAccounts.map(({ address }) => address as Hex)
  const network = kit.getCaipNetwork('eip155')
  // No check is needed: the driver checked that this is an EIP-1193 provider before it set the status to connected.
  const provider = kit.getProvider('eip155')
  if (status !== 'connected' || !first || !network || !provider) return undefined
  return { addresses: [first, ...others], chainId: Number(network.id), network, provider }
}

/** The kit's session on eip155. Throws `NOT_CONNECTED` while no account is connected there. */
export function requireSession(kit: WalletKit): EvmSession {
  const session = sessionOf(kit)
  if (!session) throw notConnected()
  return session
}

export const notConnected = () => new WalletKitError('NOT_CONNECTED', 'No wallet is connected on eip155')

/** Calls the listener when the wallet, its accounts or its network change, and on connect and disconnect. */
export function watchSession(kit: WalletKit, listener: (session: EvmSession | undefined) => void): Stop {
  let before = sessionOf(kit)
  return kit.subscribeAccount(() => {
    const now = sessionOf(kit)
    if (isSame(before, now)) return
    before = now
    listener(now)
  }, 'eip155')
}

const isSame = (a: EvmSession | undefined, b: EvmSession | undefined) =>
  a?.provider === b?.provider && a?.chainId === b?.chainId && a?.addresses.join() === b?.addresses.join()
