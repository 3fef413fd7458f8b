/** A failure of a plugin: its message names the plugin, its cause is what was thrown. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
  readonly plugin: string
  /** `what` goes on after `Plugin "x" failed`: ` in setup`, `: its manifest is no object`. */
  constructor(plugin: string, what = '', cause?: unknown) {
    super(`Plugin "${plugin}" failed${what}`, cause === undefined ? undefined : { cause })
    this.plugin = plugin
  }
}

/** The error itself when it names its plugin already, else one that does. */
export const pluginError = (plugin: string, what: string, cause: unknown) =>
  cause instanceof PluginError ? cause : new PluginError(plugin, what, cause)
