import { useEffect } from 'react'

/** A view that fails right after it was drawn. */
export default function Broken() {
  useEffect(() => {
    throw new Error('broken at effect')
  }, [])
  return <p>A broken effect</p>
}
