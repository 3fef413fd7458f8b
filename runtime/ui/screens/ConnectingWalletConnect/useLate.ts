import { useEffect, useState } from 'react'

/** Whether `waiting` has lasted for `ms`. Restarts when `waiting` or `since` changes. */
export function useLate(ms: number, waiting: boolean, since = 0): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms, waiting, since])
  return waiting && late
}
