import { useSyncExternalStore } from 'react'

/** Whether the browser believes that it has a network; renders again when that changes. */
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
    () => navigator.onLine,
    () => true,
  )
}
