import { useEffect, useState } from 'react'

/**
 * The current time in ms since 1970, updated every second.
 *
 * @example
 * ```tsx
 * import { useSeconds } from 'walletkit/ui'
 *
 * const Left = ({ until }: { until: number }) => <span>{Math.ceil((until - useSeconds()) / 1000)} s</span>
 * ```
 */
export function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
