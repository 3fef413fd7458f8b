/** The chain families of this package, and where to find the family of a namespace, and its name. */
import type { AccountType } from '../contracts/config.ts'
import type { Family } from '../contracts/family.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace, OwnNamespace } from '../lib/namespace.ts'
import { activeNetworkOf } from '../state/active.ts'
import { bip122 } from './bip122/family.ts'
import { eip155 } from './eip155/family.ts'
import { polkadot } from './polkadot/family.ts'
import { solana } from './solana/family.ts'

export const FAMILIES: readonly Family[] = [eip155, solana, polkadot, bip122]

/**
 * The family of a namespace: the one that the site's chain brings, else the one of this package. A page without the code
 * of a family (`basic`, remote sessions) still knows the family's data.
 */
export const familyOf = ({ chains }: Pick<Kit, 'chains'>, namespace: Namespace | undefined): Family | undefined =>
  (namespace && chains.get(namespace)?.family) ?? FAMILIES.find((family) => family.namespace === namespace)

/** The account type that a namespace starts with when the wallet offers a choice: the config's, else the family's. */
export const defaultAccountType = (kit: Kit, namespace: Namespace): AccountType =>
  kit.state.options.defaultAccountTypes[namespace] ?? familyOf(kit, namespace)?.accountType ?? 'eoa'

/** The placeholder of the active network's native token, as CAIP-10; `undefined` without a network. */
export function nativeToken(kit: Kit): string | undefined {
  const network = activeNetworkOf(kit)
  if (!network) return undefined
  const { caipNetworkId, chainNamespace } = network
  const own = kit.config.nativeTokens?.[chainNamespace] ?? familyOf(kit, chainNamespace)?.nativeToken ?? '0x'
  return `${caipNetworkId}:${own}`
}

/** The methods that a remote session asks a wallet to support, by namespace of this package. */
export const SESSION_METHODS = Object.fromEntries(
  FAMILIES.map(({ namespace, methods }) => [namespace, methods]),
) as Readonly<Record<OwnNamespace, readonly string[]>>

/** The name of a namespace for visitors: the site's own text, else the family's name. */
export const namespaceName = (kit: Kit, namespace: Namespace): string =>
  kit.text(`namespace.${namespace}`, familyOf(kit, namespace)?.name ?? namespace)
