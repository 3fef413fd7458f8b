/** A view that fails on a click. */
export default function Broken() {
  const fail = () => {
    throw new Error('broken at event')
  }
  return (
    <button type="button" onClick={fail}>
      Break
    </button>
  )
}
