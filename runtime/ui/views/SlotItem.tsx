import { Component, type ComponentType, type ReactNode, Suspense } from 'react'
import type { Load, ViewProps } from '../../host/definePlugin.ts'
import { activations, loadComponent } from '../../host/load.ts'
import type { Kit } from '../../kit.ts'
import { perKit } from '../../lib/perKit.ts'
import { ownerOf } from '../../state/plugins.ts'
import { type Chunk, chunkOf, useChunk } from '../chunk.ts'
import { useKit, useSheet } from '../context.ts'
import { tell } from '../Edge.tsx'
import more from '../parts/more.ts'

type Item = { readonly key: string; readonly load: Load<ComponentType<ViewProps<never>>> }
type Drawn = { component: ComponentType<ViewProps>; props: ViewProps }

const chunks = perKit(() => new Map<Item, Chunk<Drawn>>())

/** A plugin's piece inside one of the core's screens. One that fails leaves `failed` in its place; the screen goes on. */
export function SlotItem({
  item,
  waiting,
  failed,
}: {
  item: Item
  waiting: ReactNode
  failed: (retry: () => void) => ReactNode
}): ReactNode {
  const kit = useKit()
  useSheet(more)
  return (
    <Wall kit={kit} item={item} failed={failed}>
      <Suspense fallback={waiting}>
        <Loaded kit={kit} item={item} waiting={waiting} />
      </Suspense>
    </Wall>
  )
}

function Loaded({ kit, item, waiting }: { kit: Kit; item: Item; waiting: ReactNode }) {
  const drawn = useChunk(pieceChunk(kit, item))
  if (!drawn) return waiting
  const { component: Piece, props } = drawn
  return <Piece {...props} />
}

function pieceChunk(kit: Kit, item: Item): Chunk<Drawn> {
  const known = chunks(kit).get(item)
  if (known) return known
  const owner = ownerOf(kit, item)
  const activation = owner && activations(kit).get(owner.id)
  const load = async (): Promise<Drawn> => {
    if (!activation) throw new Error(`No plugin owns ${item.key}`)
    activation.kit.signal.addEventListener('abort', () => chunks(kit).delete(item))
    const { component, props } = await loadComponent(activation, item.load)
    return {
      component: component as ComponentType<ViewProps>,
      props: { kit: props.kit, controller: props.controller as undefined, params: undefined },
    }
  }
  const chunk = chunkOf(load())
  chunks(kit).set(item, chunk)
  return chunk
}

type WallProps = { kit: Kit; item: Item; failed: (retry: () => void) => ReactNode; children: ReactNode }

class Wall extends Component<WallProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    const { kit, item } = this.props
    chunks(kit).delete(item)
    tell(kit, error, ownerOf(kit, item)?.id)
  }
  override render() {
    return this.state.failed ? this.props.failed(() => this.setState({ failed: false })) : this.props.children
  }
}
