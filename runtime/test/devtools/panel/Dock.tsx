/** The button in the corner of the page, and the panel that it opens there. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tools } from './mount.tsx'
import { Panel } from './Panel.tsx'
import type { Session } from './session.ts'

export function Dock({ tools, session, openWindow }: { tools: Tools; session: Session; openWindow: () => boolean }) {
  const [isOpen, setOpen] = useState(false)
  const launcher = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    launcher.current?.focus()
  }
  if (!isOpen)
    return (
      <aside aria-label="walletkit devtools" className="corner">
        <button ref={launcher} type="button" className="launch" onClick={() => setOpen(true)}>
          walletkit devtools
        </button>
      </aside>
    )
  return <Panel tools={tools} session={session} onClose={close} openWindow={() => openWindow() && close()} />
}
