import { chainAdapterNotFound } from '../errors/thrown.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Adapter } from '../contracts/adapter.ts'

/** Loads the namespace's adapter. Throws 'Chain adapter not found' if the build does not include that namespace. */
export async function adapterOf(kit: Kit, namespace: Namespace): Promise<Adapter> {
  const chain = kit.chains.get(namespace)
  if (!chain) throw chainAdapterNotFound()
  return (await chain.adapter()).default
}
