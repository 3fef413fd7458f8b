import type { Provider } from './providers.ts'

/** What Connect shows without "more". */
const MOST = 6

export type Layout = {
  /** Full width, with its name. */
  wide: Provider | undefined
  /** Glyphs, side by side. */
  tiles: readonly Provider[]
  /** The rest is a screen of its own. */
  more: boolean
}

/** One, or three and more: the first is full width. Two are two glyphs. Of more than six, five are shown (reference 4.2). */
export function layoutOf(providers: readonly Provider[]): Layout {
  if (providers.length === 2) return { wide: undefined, tiles: providers, more: false }
  const [wide, ...rest] = providers
  const more = providers.length > MOST
  return { wide, tiles: more ? rest.slice(0, 4) : rest, more }
}
