/// <reference types="vite/client" />
/** Every plugin of the package that a build may contain, found by folder. */
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'

const manifests = import.meta.glob<AnyPlugin>('../../../plugins/*/index.ts', { eager: true, import: 'default' })

export const available = Object.values(manifests).filter((plugin) => plugin.available !== false)

/** Replaces hosts that a plugin names by an option with the option's value, as `walletkit build` does. */
export function withHosts(plugin: AnyPlugin, features: Readonly<Record<string, unknown>> | undefined): AnyPlugin {
  const options = new Map<string, unknown>(Object.entries(features?.[plugin.feature] ?? {}))
  const hosts = plugin.permissions?.hosts?.flatMap((host) => {
    const url = typeof host === 'string' ? host : options.get(host.option)
    return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : []
  })
  return hosts ? { ...plugin, permissions: { ...plugin.permissions, hosts } } : plugin
}
