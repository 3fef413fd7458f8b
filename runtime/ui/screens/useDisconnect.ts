import { useState } from 'react'
import { close } from '../../actions/close.ts'
import { disconnect } from '../../actions/index.ts'
import { reset } from '../../state/navigate.ts'
import { activeAddress } from '../../state/active.ts'
import { useKit } from '../context.ts'

/** Ends every session and closes the modal. After a failure, the modal stays open to show the toast. */
export function useDisconnect() {
  const kit = useKit()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void disconnect(kit)
      .then(
        () => close(kit),
        () => {
          if (!activeAddress(kit)) reset(kit.state.router, 'Connect')
        },
      )
      .finally(() => setLeaving(false))
  }
  return { leaving, leave }
}
