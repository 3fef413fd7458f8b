import { useEffect } from 'react'

/** A view that fails when it is unmounted. */
export default function Broken() {
  useEffect(
    () => () => {
      throw new Error('broken as its view goes')
    },
    [],
  )
  return <p>A broken end</p>
}
