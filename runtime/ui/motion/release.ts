/** A sheet that a finger let go of. */
export type Release = {
  /** CSS px that the sheet is below its place. */
  distance: number
  /** The sheet's height in CSS px. */
  height: number
  /** CSS px per ms at the end of the drag; positive is downwards. */
  velocity: number
}

/** Slower than this, in px per ms, a drag is no flick. For comparison: fingers scroll lists at 0.5 to 3. */
const FLICK = 0.5
/** A sheet that is at least this part of its height below its place closes without a flick. */
const FALLS_FROM = 1 / 3

/**
 * Whether a released sheet closes or springs back. A flick decides by its direction, else the distance does; a sheet
 * that is not below its place stays.
 */
export function release({ distance, height, velocity }: Release): 'close' | 'back' {
  if (distance <= 0) return 'back'
  if (Math.abs(velocity) >= FLICK) return velocity > 0 ? 'close' : 'back'
  return distance >= height * FALLS_FROM ? 'close' : 'back'
}

/** A position of the finger: CSS px from the top, at an event's time stamp in ms. */
export type Sample = { y: number; at: number }

/** ms at the end of a movement that count for its velocity: a finger that rests before it lets go does not flick. */
const WINDOW = 80

/** The velocity at the end of a movement in px per ms; 0 when the finger rested, or moved only once in that time. */
export function velocityOf(samples: readonly Sample[], now: number): number {
  const recent = samples.filter(({ at }) => now - at <= WINDOW)
  const [first, last] = [recent.at(0), recent.at(-1)]
  return first && last && last.at > first.at ? (last.y - first.y) / (last.at - first.at) : 0
}
