import { useSyncExternalStore } from 'react'
import { isOnline } from '../lib/online.ts'

/**
 * Whether the page is online (`lib/online.ts`). Renders again when that changes.
 *
 * @example
 * ```tsx
 * import { Button, useOnline } from 'walletkit/ui'
 *
 * const Send = () => <Button disabled={!useOnline()}>Send</Button>
 * ```
 */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (notify) => {
      addEventListener('online', notify)
      addEventListener('offline', notify)
      return () => {
        removeEventListener('online', notify)
        removeEventListener('offline', notify)
      }
    },
    isOnline,
    () => true,
  )
}
