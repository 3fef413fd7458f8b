import { Component, type ComponentType, type ReactNode, Suspense, use } from 'react'
import { report } from '../../errors/report.ts'
import type { Load, ViewProps } from '../../host/definePlugin.ts'
import { activations } from '../../host/load.ts'
import type { Kit } from '../../kit.ts'
import { perKit } from '../../lib/perKit.ts'
import { useKit, useSheet } from '../context.ts'
import more from '../parts/more.css.ts'

type Item = { readonly key: string; readonly load: Load<ComponentType<ViewProps>> }
type Drawn = { component: ComponentType<ViewProps>; props: ViewProps }

const promises = perKit(() => new Map<Item, Promise<Drawn>>())

/** A plugin's piece inside one of the core's screens. One that fails leaves `failed` in its place; the screen goes on. */
export function SlotItem({
  item,
  waiting,
  failed,
}: {
  item: Item
  waiting: ReactNode
  failed: (retry: () => void) => ReactNode
}) {
  const kit = useKit()
  useSheet(more)
  return (
    <Wall kit={kit} item={item} failed={failed}>
      <Suspense fallback={waiting}>
        <Loaded kit={kit} item={item} />
      </Suspense>
    </Wall>
  )
}

function Loaded({ kit, item }: { kit: Kit; item: Item }) {
  const { component: Piece, props } = use(load(kit, item))
  return <Piece {...props} />
}

const ownerOf = (kit: Kit, item: Item) =>
  kit.plugins.find(({ slots }) =>
    Object.values(slots ?? {}).some((items) => (items as readonly unknown[]).includes(item)),
  )

function load(kit: Kit, item: Item): Promise<Drawn> {
  const known = promises(kit).get(item)
  if (known) return known
  const owner = ownerOf(kit, item)
  const activation = owner && activations(kit).get(owner.id)
  const drawn = (async (): Promise<Drawn> => {
    if (!activation) throw new Error(`No plugin owns ${item.key}`)
    const [module, controller] = await Promise.all([item.load(), activation.controller()])
    return {
      component: module.default,
      props: { kit: activation.kit, controller: controller as undefined, params: undefined },
    }
  })()
  promises(kit).set(item, drawn)
  drawn.catch(() => undefined)
  return drawn
}

type WallProps = { kit: Kit; item: Item; failed: (retry: () => void) => ReactNode; children: ReactNode }

class Wall extends Component<WallProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    const { kit, item } = this.props
    promises(kit).delete(item)
    report(kit, new Error(`Plugin "${ownerOf(kit, item)?.id}" failed`, { cause: error }), 'CHUNK_FAILED')
  }
  override render() {
    return this.state.failed ? this.props.failed(() => this.setState({ failed: false })) : this.props.children
  }
}
