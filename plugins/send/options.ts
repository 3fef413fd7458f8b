/** `features.send` of the config, as far as this plugin reads it. */
export type SendOptions = {
  /** CAIP-10 addresses of more tokens whose transfer returns nothing. */
  noReturnTokens: readonly string[]
}

/** The build has checked a config that it was given as a file; a page may pass another one in. */
export function readOptions(given: unknown): SendOptions {
  const { noReturnTokens } = Object(given) as { noReturnTokens?: unknown }
  const listed = Array.isArray(noReturnTokens) ? noReturnTokens : []
  return { noReturnTokens: listed.filter((each) => typeof each === 'string') }
}
