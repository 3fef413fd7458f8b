import { useEffect } from 'react'

/** A view with an unhandled rejected promise. */
export default function Broken() {
  useEffect(() => {
    const fail = async () => {
      await Promise.resolve()
      throw new Error('broken at async')
    }
    void fail()
  }, [])
  return <p>A broken promise</p>
}
