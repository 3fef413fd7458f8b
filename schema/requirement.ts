/** An entry of a manifest's `requires`: `coin`, `coin@^1.2` with the range of its API, or `coin?@^1.2`. */
export type Requirement = {
  id: string
  range: string | undefined
  /** Written with `?`: the plugin works without the other plugin, and only does more with it. */
  isOptional: boolean
}

export function parseRequirement(text: string): Requirement {
  const [named = '', range] = text.split('@')
  return { id: named.replace(/\?$/, ''), range, isOptional: named.endsWith('?') }
}
