/** A controller that cannot be made. */
export default function setup(): never {
  throw new Error('broken at setup')
}
