import { familyOf } from '../../chains/families.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { Namespace } from '../../lib/namespace.ts'

/** The name of a namespace for visitors: the site's own text, else the family's name. */
export const namespaceName = (kit: Kit, namespace: Namespace): string =>
  kit.text(`namespace.${namespace}`, familyOf(kit, namespace)?.name ?? namespace)
