import { useEffect, useRef } from 'react'
import type { PluginKit } from 'walletkit/plugin'

/**
 * Runs `leave` when the screen unmounts, and when the modal closes, because a closed modal keeps its screen mounted.
 * Ignores the extra unmount of React's strict mode.
 */
export function useLeave(kit: PluginKit, leave: () => void) {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    const stop = kit.onClose(leave)
    return () => {
      here.current = false
      stop()
      queueMicrotask(() => {
        if (!here.current) leave()
      })
    }
  }, [kit, leave])
}
