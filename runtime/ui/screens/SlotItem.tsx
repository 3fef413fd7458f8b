import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Load, ViewProps } from '../../contracts/definePlugin.ts'
import { activations, loadComponent } from '../../host/load.ts'
import type { Kit } from '../../contracts/kit.ts'
import { ownerOf } from '../../state/plugins.ts'
import { forgetChunk, useChunk } from '../chunk.ts'
import { useKit, useSheet } from '../context.ts'
import more from '../parts/more.ts'

type Item = { readonly key: string; readonly load: Load<ComponentType<ViewProps<never>>> }
type Drawn = { component: ComponentType<ViewProps>; props: ViewProps }

/** A plugin's component inside one of the runtime's screens. Throws on failure, so render it in an error boundary. */
export function SlotItem({ item, waiting }: { item: Item; waiting: ReactNode }): ReactNode {
  const kit = useKit()
  useSheet(more)
  const drawn = useChunk(() => loadPiece(kit, item), item)
  if (!drawn) return waiting
  const { component: Piece, props } = drawn
  return (
    <Suspense fallback={waiting}>
      <Piece {...props} />
    </Suspense>
  )
}

async function loadPiece(kit: Kit, item: Item): Promise<Drawn> {
  const owner = ownerOf(kit, item)
  const activation = owner && activations(kit).get(owner.id)
  if (!activation) throw new Error(`No plugin owns ${item.key}`)
  activation.kit.signal.addEventListener('abort', () => forgetChunk(kit, item))
  const { component, props } = await loadComponent(activation, item.load)
  return {
    component: component as ComponentType<ViewProps>,
    props: { kit: props.kit, controller: props.controller as undefined, params: undefined },
  }
}
