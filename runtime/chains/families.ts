/** The chain families of this package, and where to find the family of a namespace. */
import type { Family } from '../contracts/family.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
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
