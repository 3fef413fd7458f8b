import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Load, ViewProps } from '../../contracts/definePlugin.ts'
import { activations, loadComponent } from '../../host/load.ts'
import type { Kit } from '../../contracts/kit.ts'
import { ownerOf } from '../../state/plugins.ts'
import { forgetChunk, useChunk } from '../chunk.ts'
import { useKit, useSheet, useText } from '../context.ts'
import more from '../parts/more.ts'
import { pluginReviewMessages } from './PluginReview/pluginReview.messages.ts'

type Item = { readonly key: string; readonly load: Load<ComponentType<ViewProps<never>>> }
type Drawn = { component: ComponentType<ViewProps>; props: ViewProps }

/** A plugin's component inside one of the runtime's screens. Throws on failure, so render it in an error boundary. */
export function SlotItem({ item, waiting }: { item: Item; waiting: ReactNode }): ReactNode {
  const kit = useKit()
  useSheet(more)
  const t = useText(pluginReviewMessages)
  const drawn = useChunk(() => loadPiece(kit, item), item)
  const owner = ownerOf(kit, item)
  // A third-party plugin's way to connect may look like one of walletkit's, so show the plugin's name.
  const by = owner?.guest && owner.slots?.connectMethods?.some((each) => each === item) ? owner.id : undefined
  const Piece = drawn?.component
  return (
    <>
      {Piece ? (
        <Suspense fallback={waiting}>
          <Piece {...drawn.props} />
        </Suspense>
      ) : (
        waiting
      )}
      {by !== undefined && <p className="note">{t('review.by', { plugin: by })}</p>}
    </>
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
