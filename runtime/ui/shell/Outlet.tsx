import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { findView } from '../../host/findView.ts'
import type { LoadedView } from '../../host/load.ts'
import type { Kit } from '../../kit.ts'
import { perKit } from '../../lib/perKit.ts'
import { type Chunk, chunkOf, useChunk } from '../chunk.ts'
import { useKit, useSheet, useSnapshot, useText } from '../context.ts'
import { Edge, tell } from '../Edge.tsx'
import { Button } from '../parts/Button.tsx'
import { Panel } from '../parts/Panel.tsx'
import { findCoreView } from '../views/index.ts'
import type { CoreView } from '../views/types.ts'
import { shellMessages } from './messages.ts'
import { Waiting } from './Waiting.tsx'

/** The current view. A chunk that fails, or a view that throws, leaves a panel with Try again; the modal goes on. */
export function Outlet() {
  const kit = useKit()
  const { view, params, direction } = useSnapshot(kit.state.router)
  const before = useBefore(view)
  const stage = useStage(view)
  const first = useRef(view)
  const isFirst = first.current === view
  if (!isFirst) first.current = ''
  const drawn = (
    <div key={view} className="view" data-direction={direction} data-first={isFirst || undefined}>
      <Wall kit={kit} view={view}>
        <Suspense fallback={<Waiting />}>
          <Current view={view} params={params} />
        </Suspense>
      </Wall>
    </div>
  )
  return [0, 1].map((at) => (
    <Edge
      key={at}
      kit={kit}
      owner={() => ownerOf(kit, before.current)}
      failed={at === stage ? (retry) => <Failed retry={retry} /> : undefined}
    >
      {at === stage && drawn}
    </Edge>
  ))
}

/**
 * Views stand by turns in two places: what an ending view throws reaches the edge around its own place, and the view that
 * comes is not drawn anew.
 */
function useStage(view: string): number {
  const [shown, setShown] = useState({ view, stage: 0 })
  if (shown.view === view) return shown.stage
  const next = { view, stage: 1 - shown.stage }
  setShown(next)
  return next.stage
}

/** The view that was shown before this one. */
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
  // What a plugin offers may hang on another's feature.
  useSnapshot(kit.state.options)
  const loaded = useChunk(viewChunk(kit, view, core))
  useSheet(loaded?.css)
  if (!loaded) return <Waiting />
  const View = loaded.component as ComponentType<Record<string, unknown>>
  return <View {...loaded.props} params={params} />
}

function Unknown() {
  const t = useText(shellMessages)
  return (
    <Panel icon="warning" title={t('shell.unknown')}>
      {t('shell.unknownText')}
    </Panel>
  )
}

/** A view with the sheet of the parts that Connect does without, so that it is never drawn bare. */
type StyledView = LoadedView & { css: string }

const chunks = perKit(() => new Map<string, Chunk<StyledView>>())

/** One chunk per kit and view; a failed one is dropped by the wall, so that Try again loads anew. */
function viewChunk(kit: Kit, view: string, core: CoreView | undefined): Chunk<StyledView> {
  const cached = chunks(kit).get(view)
  if (cached) return cached
  const loaded = core?.load
    ? core.load(kit).then((module): LoadedView => ({ component: module.default as ComponentType<never>, props: {} }))
    : import('../../host/load.ts').then(({ loadPluginView }) =>
        loadPluginView(kit, view, () => chunks(kit).delete(view)),
      )
  const styled = Promise.all([loaded, import('../parts/more.ts')])
  const chunk = chunkOf(styled.then(([own, more]) => ({ ...own, css: more.default })))
  chunks(kit).set(view, chunk)
  return chunk
}

/** Fetches a view ahead of its click; a failure is left for the click to meet. */
export function preloadView(kit: Kit, view: string) {
  const core = findCoreView(kit, view)
  if (core?.load || (!core && findView(kit, view))) viewChunk(kit, view, core)
}

class Wall extends Component<{ kit: Kit; view: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    chunks(this.props.kit).delete(this.props.view)
    tell(this.props.kit, error, ownerOf(this.props.kit, this.props.view))
  }
  override render() {
    return this.state.failed ? <Failed retry={() => this.setState({ failed: false })} /> : this.props.children
  }
}

function Failed({ retry }: { retry: () => void }) {
  const t = useText(shellMessages)
  return (
    <Panel
      icon="warning"
      title={t('shell.failed')}
      action={
        <Button kind="primary" size="m" icon="retry" onClick={retry}>
          {t('shell.retry')}
        </Button>
      }
    >
      {t('shell.failedText')}
    </Panel>
  )
}
