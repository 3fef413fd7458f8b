import type { Provider } from './providers.ts'

/** Maximum number of providers that Connect shows without a "more" button. */
const MOST = 6

export type Layout = {
  /** The full-width button with the provider's name. */
  wide: Provider | undefined
  /** Icon buttons, side by side. */
  tiles: readonly Provider[]
  /** A "more" button opens a screen with all providers. */
  more: boolean
}

/** Two providers are two icons; otherwise the first has a full-width button. Of more than six, five and "more" show. */
export function layoutOf(providers: readonly Provider[]): Layout {
  if (providers.length === 2) return { wide: undefined, tiles: providers, more: false }
  const [wide, ...rest] = providers
  const more = providers.length > MOST
  return { wide, tiles: more ? rest.slice(0, 4) : rest, more }
}
