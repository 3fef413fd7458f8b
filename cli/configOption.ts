/**
 * Passes `--config` of a command to the `walletkit()` in the project's own vite config, by another vite plugin that the
 * command adds.
 */
import type { Plugin } from 'vite'

const NAME = 'walletkit:config'

/** The plugin that carries `--config`; none without the option. */
export const configOption = (config: string | undefined): Plugin<string>[] =>
  config === undefined ? [] : [{ name: NAME, api: config }]

/** The `--config` of the command that runs vite. `plugins`: those of the vite config, which may be nested. */
export function configGiven(plugins: unknown): string | undefined {
  if (!Array.isArray(plugins)) return undefined
  for (const plugin of plugins.flat(Infinity) as unknown[])
    if (typeof plugin === 'object' && plugin && 'name' in plugin && plugin.name === NAME && 'api' in plugin)
      return typeof plugin.api === 'string' ? plugin.api : undefined
  return undefined
}
