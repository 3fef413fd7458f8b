/**
 * The buttons that step through a replay. While the modal is open, the buttons in the page are inert, like everything
 * behind the modal; the keys (Alt + ← and →) still work.
 */
import type { Replay } from '../replay.ts'
import type { Session } from './session.ts'

export function ReplayBar({ replay, session }: { replay: Replay; session: Session }) {
  const { length } = replay.entries
  const at = replay.at()
  return (
    <div role="group" aria-label="Replay" className="tools">
      <button type="button" disabled={at === 0} onClick={() => session.step(-1)}>
        Step back
      </button>
      <button type="button" disabled={at === length} onClick={() => session.step(1)}>
        Step forward
      </button>
      <label>
        Step {at} of {length}
        <input
          type="range"
          min={0}
          max={length}
          value={at}
          onChange={({ target }) => session.go(Number(target.value))}
        />
      </label>
      <button type="button" onClick={session.endReplay}>
        End replay
      </button>
      <span>Alt + ← and Alt + → step too, also while the modal is open.</span>
    </div>
  )
}
