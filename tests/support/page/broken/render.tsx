/** A view that fails during render. */
export default function Broken(): never {
  throw new Error('broken at render')
}
