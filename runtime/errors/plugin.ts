/** A failure of a plugin. The message names the plugin; the cause is the thrown value. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
  readonly plugin: string
  /** `what` continues `Plugin "x" failed`: ` in setup`, `: its manifest is no object`. */
  constructor(plugin: string, what = '', cause?: unknown) {
    super(`Plugin "${plugin}" failed${what}`, cause === undefined ? undefined : { cause })
    this.plugin = plugin
  }
}

/** Wraps a thrown value in a {@link PluginError}, unless it is one already. */
export const pluginError = (plugin: string, what: string, cause: unknown) =>
  cause instanceof PluginError ? cause : new PluginError(plugin, what, cause)
