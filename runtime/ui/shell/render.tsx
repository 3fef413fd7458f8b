/** Renders the modal with React. Loads after the shell's other code, which may have drawn the first view already. */
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { Kit } from '../../contracts/kit.ts'
import { findView } from '../../host/findView.ts'
import { planOf } from '../ahead/plan.ts'
import { ahead } from '../ahead/record.ts'
import { KitContext } from '../context.ts'
import { Edge, tell } from '../Edge.tsx'
import { Modal } from './Modal.tsx'
import { preloadView } from './Outlet.tsx'

/** The elements that React renders into the shadow root. A build also renders them, to draw the modal ahead. */
export function treeOf(kit: Kit, root: ShadowRoot | undefined): ReactNode {
  return (
    <KitContext.Provider value={{ kit, root, preload: (view) => preloadView(kit, view) }}>
      <Edge kit={kit} owner={() => shownPlugin(kit)}>
        <Modal />
      </Edge>
    </KitContext.Provider>
  )
}

const shownPlugin = (kit: Kit) => findView(kit, kit.state.router.view)?.plugin.id

/** Renders into the shadow root, or takes over what was drawn in it. Returns a function that removes it. */
export function render(kit: Kit, shadow: ShadowRoot): () => void {
  const repeat = ahead(kit).release?.()
  const options = { onUncaughtError: (error: unknown) => tell(kit, error, shownPlugin(kit)) }
  const tree = treeOf(kit, shadow)
  let root: Root | undefined
  if (repeat && planOf(kit)) flushSync(() => (root = hydrateRoot(asElement(shadow), tree, options)))
  else {
    // Nothing was drawn, or the page would now show something else than what was drawn: render from scratch.
    shadow.replaceChildren()
    const fresh = (root = createRoot(shadow, options))
    flushSync(() => fresh.render(tree))
  }
  repeat?.()
  return () => root?.unmount()
}

/** React hydrates every kind of container that it renders into; its types name only some. */
const asElement = (shadow: ShadowRoot) => shadow as unknown as Element
