/**
 * A picture of an address: a disc and a figure on it, in two neighbouring colours. An address always has the same
 * picture.
 */
export type Identicon = {
  /** CSS colours: the disc, and the figure on it. */
  disc: string
  figure: string
  /** A path in a box of 64 × 64, turned by `turn` degrees around its centre. */
  path: string
  turn: number
}

/** Each figure covers a large part of the disc but not all, so that both colours can be seen even at 16 px. */
const FIGURES = [
  // Half a disc.
  'M0 32a32 32 0 0 1 64 0Z',
  // A smaller disc that reaches over the edge.
  'M38 -6a26 26 0 1 1 0 52a26 26 0 0 1 0 -52Z',
  // Two opposite quarters of the disc.
  'M32 32V0a32 32 0 0 1 32 32Z M32 32v32a32 32 0 0 1 -32 -32Z',
  // A hill.
  'M-4 42C8 26 24 26 34 36s22 8 34 -6v40H-4Z',
  // A crescent.
  'M52 8A30 30 0 1 0 52 56A24 24 0 1 1 52 8Z',
  // A band.
  'M-4 22h72v20H-4Z',
] as const

/** Degrees between two hues, and between two positions of a figure. */
const HUE_STEP = 15
const TURN_STEP = 45

export function identicon(address: string): Identicon {
  const hash = hashOf(address.toLowerCase())
  const take = (count: number, shift: number) => (hash >>> shift) % count
  const hue = take(360 / HUE_STEP, 3) * HUE_STEP
  const other = hue + (take(2, 13) ? 36 : -36)
  return {
    disc: `hsl(${hue} 82% 72%)`,
    figure: `hsl(${(other + 360) % 360} 62% 48%)`,
    path: FIGURES[take(FIGURES.length, 17)] ?? FIGURES[0],
    turn: take(360 / TURN_STEP, 23) * TURN_STEP,
  }
}

/** FNV-1a with a final mix: similar addresses, as look-alikes are, usually get unlike pictures. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
