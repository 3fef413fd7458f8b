import { type ComponentType, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { wayBack } from '../../actions/goBack.ts'
import { findView } from '../../host/findView.ts'
import type { LoadedView } from '../../host/load.ts'
import type { Kit } from '../../contracts/kit.ts'
import { fetchChunk, forgetChunk, useChunk } from '../chunk.ts'
import { useKit, useSheet, useSnapshot, useText } from '../context.ts'
import { Edge, Wall } from '../Edge.tsx'
import { Failed, Waiting } from '../Failed.tsx'
import { Panel } from '../parts/Panel.tsx'
import { findCoreView } from '../screens/index.ts'
import type { CoreView } from '../screens/types.ts'
import { shellMessages } from './messages.ts'

/** Renders the current view. If a view fails to load or throws, shows a panel that says so; the modal keeps working. */
export function Outlet() {
  const kit = useKit()
  const { view, params, direction, history } = useSnapshot(kit.state.router)
  const before = useBefore(view)
  const stage = useStage(view)
  const first = useRef(view)
  const isFirst = first.current === view
  if (!isFirst) first.current = ''
  const failed = (reason: unknown, retry: () => void) => <Failed reason={reason} retry={retry} leave={wayBack(kit)} />
  const drawn = (
    <div key={view} className="view" data-direction={direction} data-first={isFirst || undefined}>
      <Wall kit={kit} owner={() => ownerOf(kit, view)} visit={history.at(-1)} failed={failed}>
        <Current view={view} params={params} />
      </Wall>
    </div>
  )
  return [0, 1].map((at) => (
    <Edge key={at} kit={kit} owner={() => ownerOf(kit, before.current)} failed={at === stage ? failed : undefined}>
      {at === stage && drawn}
    </Edge>
  ))
}

/**
 * Alternates views between two slots, each with its own error boundary. An error of the unmounting view then reaches
 * the boundary of its own slot, and does not remount the new view.
 */
function useStage(view: string): number {
  const [shown, setShown] = useState({ view, stage: 0 })
  if (shown.view === view) return shown.stage
  const next = { view, stage: 1 - shown.stage }
  setShown(next)
  return next.stage
}

/** Returns the view that was shown before. If it throws while it unmounts, its own plugin is to blame, not the next. */
function useBefore(view: string) {
  const before = useRef(view)
  useLayoutEffect(() => () => void (before.current = view), [view])
  return before
}

const ownerOf = (kit: Kit, view: string) => findView(kit, view)?.plugin.id

function Current({ view, params }: { view: string; params: unknown }) {
  const kit = useKit()
  const core = findCoreView(kit, view)
  if (core?.component) {
    const Core = core.component as ComponentType<{ params: unknown }>
    return <Core params={params} />
  }
  if (!core?.load && !findView(kit, view)) return <Unknown />
  return <Loaded view={view} core={core} params={params} />
}

function Loaded({ view, core, params }: { view: string; core: CoreView | undefined; params: unknown }) {
  const kit = useKit()
  // A plugin's views may depend on a feature that the site toggles at run time: render again on a change.
  useSnapshot(kit.state.options)
  const loaded = useChunk(() => loadView(kit, view, core), view)
  useSheet(loaded?.css)
  if (!loaded) return <Waiting />
  const View = loaded.component as ComponentType<Record<string, unknown>>
  // Use Suspense only around views that load later. React hydrates the content of a Suspense after the rest, and then
  // repeats earlier pointer events for it. In a shadow tree this throws, because such an event has lost its target.
  return (
    <Suspense fallback={<Waiting />}>
      <View {...loaded.props} params={params} />
    </Suspense>
  )
}

function Unknown() {
  const t = useText(shellMessages)
  return (
    <Panel icon="warning" title={t('shell.unknown')}>
      {t('shell.unknownText')}
    </Panel>
  )
}

/** A view with the style sheet of `parts/more.ts`, so that it never renders unstyled. */
type StyledView = LoadedView & { css: string }

async function loadView(kit: Kit, view: string, core: CoreView | undefined): Promise<StyledView> {
  const loading = core?.load
    ? core.load(kit).then((module): LoadedView => ({ component: module.default as ComponentType<never>, props: {} }))
    : import('../../host/load.ts').then(({ loadPluginView }) => loadPluginView(kit, view, () => forgetChunk(kit, view)))
  const [loaded, more] = await Promise.all([loading, import('../parts/more.ts')])
  return { ...loaded, css: more.default }
}

/** Preloads a view before the click. Ignores a failure: the click loads the view again, and then shows the failure. */
export function preloadView(kit: Kit, view: string) {
  const core = findCoreView(kit, view)
  if (core?.load || (!core && findView(kit, view))) fetchChunk(kit, () => loadView(kit, view, core), view)
}
