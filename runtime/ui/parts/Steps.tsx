import type { ReactNode } from 'react'
import { useSheet } from '../context.ts'
import { useSeconds } from '../useSeconds.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import css from './steps.css.ts'

export type Step = {
  key: string
  name: ReactNode
  /** A second line: what the step waits for, or what it did. */
  note?: ReactNode
  state: 'todo' | 'current' | 'done'
  /**
   * Start and end in ms since 1970. A step without an end shows its time only after 5 s; a step with an end always
   * shows it.
   */
  since?: number | undefined
  until?: number | undefined
}

/** Seconds after which a step that still runs shows the elapsed time. */
const TELL_AFTER = 5

/**
 * The steps of a long operation: the completed ones, the current one, and those to come. `label` is the list's
 * accessible name. `time` formats a duration; by default it shows as `1:05`. The list is not a live region: announce
 * what the current step waits for in a live region of your own, once.
 *
 * @example
 * ```tsx
 * import { Steps } from 'walletkit/ui'
 *
 * const Progress = ({ since }: { since: number }) => (
 *   <Steps
 *     label="Steps"
 *     items={[
 *       { key: 'confirm', name: 'Confirm', note: 'In your wallet', state: 'current', since },
 *       { key: 'arrive', name: 'ETH arrives', state: 'todo' },
 *     ]}
 *   />
 * )
 * ```
 */
export function Steps({
  label,
  items,
  time = clock,
}: {
  label: string
  items: readonly Step[]
  time?: (seconds: number, isRunning: boolean) => string
}) {
  useSheet(css)
  const now = useSeconds()
  return (
    <ol className="steps" role="list" aria-label={label}>
      {items.map(({ key, name, note, state, since, until }, index) => (
        <li key={key} className="step" data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <Dot state={state} number={index + 1} />
          <span>
            <span className="label row-line">
              <bdi>{name}</bdi>
            </span>
            {note !== undefined && <span className="note row-line">{note}</span>}
          </span>
          <Elapsed since={since} until={until} now={now} time={time} />
        </li>
      ))}
    </ol>
  )
}

function Dot({ state, number }: { state: Step['state']; number: number }) {
  if (state === 'current') return <Spinner />
  return (
    <span className="step-dot" aria-hidden="true">
      {state === 'done' ? <Icon name="check" size={16} /> : number}
    </span>
  )
}

/** The duration of a completed step, or the elapsed time of the current one. Not for screen readers: it ticks. */
function Elapsed({
  since,
  until,
  now,
  time,
}: Pick<Step, 'since' | 'until'> & { now: number; time: (seconds: number, isRunning: boolean) => string }) {
  if (since === undefined) return null
  const seconds = Math.max(0, Math.floor(((until ?? now) - since) / 1000))
  if (until === undefined && seconds < TELL_AFTER) return null
  return (
    <span className="num" aria-hidden="true">
      {time(seconds, until === undefined)}
    </span>
  )
}

/** Minutes and seconds, as `1:05`. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
