/** A controller whose setup fails. */
export default function setup(): never {
  throw new Error('broken at setup')
}
