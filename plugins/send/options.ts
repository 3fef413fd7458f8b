/** The fields of `features.send` that this plugin reads. */
export type SendOptions = {
  /**
   * CAIP-10 addresses of tokens whose `transfer` returns nothing, in addition to those that the runtime knows. All
   * other tokens must return a result.
   */
  noReturnTokens: readonly string[]
}

/**
 * Validates the plugin's options, as the build does for the config file: a page may pass its own config at run time.
 */
export function readOptions(given: unknown): SendOptions {
  const { noReturnTokens } = Object(given) as { noReturnTokens?: unknown }
  const listed = Array.isArray(noReturnTokens) ? noReturnTokens : []
  return { noReturnTokens: listed.filter((each) => typeof each === 'string') }
}
