import { useEffect } from 'react'

/** A view whose effect fails right after the first render. */
export default function Broken() {
  useEffect(() => {
    throw new Error('broken at effect')
  }, [])
  return <p>A broken effect</p>
}
