/** A view that fails as it is drawn. */
export default function Broken(): never {
  throw new Error('broken at render')
}
