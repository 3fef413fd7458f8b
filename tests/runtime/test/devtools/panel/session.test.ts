/** The panel's logic, on a kit of the sandbox. */
import { expect, it } from 'vitest'
import { exportRecording } from '../../../../../runtime/test/devtools/recording.ts'
import { createSession } from '../../../../../runtime/test/devtools/panel/session.ts'
import { createRedactor } from '../../../../../runtime/test/devtools/redact.ts'
import { createTimeline } from '../../../../../runtime/test/devtools/timeline.ts'
import { makeKit, sandboxConfig } from '../../../../support/kit.ts'
import { useSandbox } from '../../../../support/sandbox.ts'

const sandbox = useSandbox()

/** A session, and the text of a recording in which the theme became `mode`. */
function started() {
  const kit = makeKit(sandboxConfig(sandbox()))
  const timeline = createTimeline()
  const session = createSession({ kit, timeline, exportRecording: () => '', bugReport: () => '' })
  const recordingOf = (mode: 'dark' | 'light') => {
    const other = createTimeline()
    other.begin('theme', { mode })
    return exportRecording(other, createRedactor())
  }
  kit.state.theme.mode = 'light'
  return { kit, timeline, session, recordingOf }
}

it('after a replay the recording goes on, or stays paused if it was', async () => {
  const { timeline, session, recordingOf } = started()
  await session.startReplay(recordingOf('dark'))
  expect(timeline.isPaused()).toBe(true)
  session.endReplay()
  expect(timeline.isPaused()).toBe(false)
  timeline.pause(true)
  await session.startReplay(recordingOf('dark'))
  await session.startReplay(recordingOf('dark'))
  session.endReplay()
  expect(timeline.isPaused()).toBe(true)
})

it('of two recordings chosen one right after the other, only the newest is replayed, and the end leaves neither', async () => {
  const { kit, session, recordingOf } = started()
  await Promise.all([session.startReplay(recordingOf('dark')), session.startReplay(recordingOf('dark'))])
  expect(kit.state.theme.mode).toBe('dark')
  session.endReplay()
  expect(kit.state.theme.mode).toBe('light')
})

it('a replay that still loads when the panel goes does not begin', async () => {
  const { kit, timeline, session, recordingOf } = started()
  const starting = session.startReplay(recordingOf('dark'))
  // What removing the panel does.
  session.endReplay()
  await starting
  expect(session.replay()).toBeUndefined()
  expect([kit.state.theme.mode, timeline.isPaused()]).toEqual(['light', false])
})
