/**
 * The panel's logic: filter, copy, export and replay. The panel in the page and the one in a window share one session.
 */
import { complete } from '../../../actions/complete.ts'
import { saveFile } from '../../../ui/saveFile.ts'
import { parseRecording } from '../recording.ts'
import { createReplay, isOnSandbox, type Replay } from '../replay.ts'
import { type Entry, KINDS, type Kind } from '../timeline.ts'
import type { Tools } from './mount.tsx'

export type Session = ReturnType<typeof createSession>

type View = {
  readonly kinds: readonly Kind[]
  readonly search: string
  /** What happened last, for the line that screen readers announce. */
  readonly said: string
  /** The report, when the browser refused to copy it. */
  readonly report: string | undefined
  /** Changes with each step of a replay, so that the panel renders again. */
  readonly step: number
}

export function createSession({ kit, timeline, exportRecording, bugReport }: Tools) {
  const listeners = new Set<() => void>()
  let view: View = { kinds: KINDS, search: '', said: '', report: undefined, step: 0 }
  let replay: Replay | undefined
  let wasPaused = false
  /** The number of the last start or end: a replay that still loads does not begin after a newer one. */
  let newest = 0
  const set = (changes: Partial<View>) => {
    view = { ...view, ...changes }
    listeners.forEach((listener) => listener())
  }
  const endReplay = () => {
    newest += 1
    if (!replay) return
    replay.stop()
    replay = undefined
    timeline.pause(wasPaused)
    set({ said: 'The replay has ended. The page shows its own state.', step: 0 })
  }
  const go = (to: number) => {
    if (!replay) return
    replay.go(to)
    const entry = replay.entries[replay.at() - 1]
    const what = entry ? `${entry.kind} ${entry.title}` : 'the beginning'
    set({ step: replay.at(), said: `Step ${replay.at()} of ${replay.entries.length}: ${what}` })
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    toggle: (kind: Kind) =>
      set({ kinds: view.kinds.includes(kind) ? view.kinds.filter((each) => each !== kind) : [...view.kinds, kind] }),
    search: (search: string) => set({ search }),
    clear: () => {
      timeline.clear()
      set({ said: 'Cleared.' })
    },
    save: () => {
      saveFile('walletkit-session.json', 'application/json', exportRecording())
      set({ said: 'Exported without secrets and addresses.' })
    },
    copyReport: async ({ clipboard }: Navigator) => {
      const report = bugReport()
      try {
        await clipboard.writeText(report)
        set({ said: 'Copied without secrets and addresses. Read it before you post it.', report: undefined })
      } catch {
        set({ said: 'The browser does not let the page copy. Copy the text below.', report })
      }
    },
    hideReport: () => set({ report: undefined }),
    replay: () => replay,
    startReplay: async (text: string) => {
      const recording = parseRecording(text)
      if (!recording) return set({ said: 'This file is not a recording of these devtools.' })
      endReplay()
      const turn = newest
      complete(kit, await kit.loadPlugins())
      if (!isOnSandbox(kit)) return set({ said: 'Replay needs the sandbox: this page names other hosts.' })
      // A build without the modal (`headless`) has none to load.
      await kit.preload().catch(() => undefined)
      if (turn !== newest) return
      wasPaused = timeline.isPaused()
      timeline.pause(true)
      replay = createReplay(kit, recording)
      go(0)
    },
    go,
    step: (by: number) => go((replay?.at() ?? 0) + by),
    endReplay,
  }
}

/** The entries that the filters let through, newest first. */
export const filtered = (entries: readonly Entry[], { kinds, search }: Pick<View, 'kinds' | 'search'>): Entry[] =>
  entries
    .filter(({ kind, title, detail }) => {
      if (!kinds.includes(kind)) return false
      return `${title} ${JSON.stringify(detail)}`.toLowerCase().includes(search.trim().toLowerCase())
    })
    .reverse()
