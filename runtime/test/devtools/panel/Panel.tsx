/** The panel: tools, filters, a replay, and the timeline. Its texts are for developers and in English only. */
import { useSyncExternalStore } from 'react'
import { isOnSandbox } from '../replay.ts'
import { KINDS, type Kind } from '../timeline.ts'
import { EntryRow } from './EntryRow.tsx'
import type { Tools } from './mount.tsx'
import { ReplayBar } from './ReplayBar.tsx'
import { filtered, type Session } from './session.ts'

const NAMES: Readonly<Record<Kind, string>> = {
  state: 'State',
  event: 'Events',
  request: 'Requests',
  wallet: 'Wallet calls',
  error: 'Errors',
}
/** The most rows that render, the newest ones. Older entries show only when the filters leave fewer. */
const ROWS = 300

type Props = { tools: Tools; session: Session; isWindow?: boolean; onClose?: () => void; openWindow?: () => void }

export function Panel({ tools, session, isWindow, onClose, openWindow }: Props) {
  const { timeline } = tools
  const view = useSyncExternalStore(session.subscribe, session.view)
  const recorded = useSyncExternalStore(timeline.subscribe, timeline.entries)
  const isPaused = useSyncExternalStore(timeline.subscribe, timeline.isPaused)
  const replay = session.replay()
  const entries = filtered(replay?.entries ?? recorded, view)
  const current = replay?.entries[view.step - 1]?.id
  const [Frame, Heading] = isWindow ? (['main', 'h1'] as const) : (['aside', 'h2'] as const)
  return (
    <Frame aria-label="walletkit devtools" className={isWindow ? 'panel whole' : 'panel'}>
      <header>
        <Heading>walletkit devtools</Heading>
        {openWindow && (
          <button type="button" onClick={openWindow}>
            Own window
          </button>
        )}
        {onClose && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )}
      </header>
      <Toolbar tools={tools} session={session} isPaused={isPaused} />
      <Filters session={session} view={view} />
      {replay && <ReplayBar replay={replay} session={session} />}
      <p role="status" className="said">
        {view.said}
      </p>
      {view.report !== undefined && (
        <div className="report">
          <label htmlFor="report">Bug report</label>
          <textarea id="report" readOnly rows={6} value={view.report} onFocus={({ target }) => target.select()} />
          <button type="button" onClick={session.hideReport}>
            Hide the report
          </button>
        </div>
      )}
      <ol tabIndex={0} aria-label="Timeline, newest first">
        {entries.slice(0, ROWS).map((entry) => (
          <EntryRow key={entry.id} entry={entry} isCurrent={entry.id === current} />
        ))}
      </ol>
      {!entries.length && <p className="empty">Nothing recorded that the filters show.</p>}
    </Frame>
  )
}

function Toolbar({
  tools: { kit, timeline },
  session,
  isPaused,
}: Pick<Props, 'tools' | 'session'> & { isPaused: boolean }) {
  const isReplaying = session.replay() !== undefined
  const canReplay = isOnSandbox(kit)
  return (
    <div role="group" aria-label="Recording" className="tools">
      <button type="button" aria-pressed={isPaused} disabled={isReplaying} onClick={() => timeline.pause(!isPaused)}>
        Pause
      </button>
      <button type="button" disabled={isReplaying} onClick={session.clear}>
        Clear
      </button>
      <button type="button" onClick={session.save}>
        Export session
      </button>
      <button
        type="button"
        onClick={({ currentTarget }) =>
          void session.copyReport((currentTarget.ownerDocument.defaultView ?? window).navigator)
        }
      >
        Copy a bug report
      </button>
      <label className="file" data-disabled={!canReplay || undefined}>
        {canReplay ? 'Replay a session' : 'Replay a session (on the sandbox only)'}
        <input
          type="file"
          accept="application/json"
          disabled={!canReplay}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void file.text().then(session.startReplay)
            // Clear the field, so that the visitor can choose the same file again.
            currentTarget.value = ''
          }}
        />
      </label>
    </div>
  )
}

function Filters({ session, view }: { session: Session; view: ReturnType<Session['view']> }) {
  return (
    <fieldset>
      <legend>Show</legend>
      {KINDS.map((kind) => (
        <label key={kind}>
          <input type="checkbox" checked={view.kinds.includes(kind)} onChange={() => session.toggle(kind)} />
          {NAMES[kind]}
        </label>
      ))}
      <label className="search">
        Search
        <input type="search" value={view.search} onChange={({ target }) => session.search(target.value)} />
      </label>
    </fieldset>
  )
}
