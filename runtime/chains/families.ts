/** The chain families of this package, and functions that read the family data of a namespace. */
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
 * The family of a namespace: that of the site's own chain, else that of this package; `undefined` if neither exists.
 * This works even on a page without the family's code (`basic`), where remote sessions still need the family's data.
 */
export const familyOf = ({ chains }: Pick<Kit, 'chains'>, namespace: Namespace | undefined): Family | undefined =>
  (namespace && chains.get(namespace)?.family) ?? FAMILIES.find((family) => family.namespace === namespace)

/** The type of an account for which the wallet names none: the config's, else the family's, else `eoa`. */
export const defaultAccountType = (kit: Kit, namespace: Namespace): AccountType =>
  kit.state.options.defaultAccountTypes[namespace] ?? familyOf(kit, namespace)?.accountType ?? 'eoa'

/**
 * The address (CAIP-10) that stands for the active network's native token in requests to services; `undefined` without
 * an active network.
 */
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
