import { chainAdapterNotFound } from '../errors/thrown.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Adapter } from './adapter.ts'

/** The namespace's adapter. Throws 'Chain adapter not found' when the kit has none. */
export async function adapterOf(kit: Kit, namespace: Namespace): Promise<Adapter> {
  const chain = kit.chains.get(namespace)
  if (!chain) throw chainAdapterNotFound()
  return (await chain.adapter()).default
}
