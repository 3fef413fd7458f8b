/** One entry of the timeline. Its detail becomes text only when it is opened: there may be hundreds. */
import { useState } from 'react'
import type { Entry } from '../timeline.ts'

export function EntryRow({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { at, kind, title, outcome, took, detail } = entry
  return (
    <li data-kind={kind} data-outcome={outcome} aria-current={isCurrent ? 'step' : undefined}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="at">{seconds(at)}</span> <span className="kind">{kind}</span>{' '}
          <span className="title">{title}</span>
          {outcome && <span className="outcome"> {took === undefined ? outcome : `${outcome}, ${took} ms`}</span>}
        </summary>
        {isOpen && <pre tabIndex={0}>{JSON.stringify(detail, null, 2)}</pre>}
      </details>
    </li>
  )
}

const seconds = (ms: number) => `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')} s`
