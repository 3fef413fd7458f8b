import type { Config } from './config.ts'

/**
 * Returns the config for this visitor's time zone. The first of its `hostRules` that lists the zone replaces the
 * services that it names, also where they occur in networks' RPC URLs. Without a matching rule it returns the same
 * object. The build calls this for configs with rules; call it yourself for a hand-written config.
 *
 * @example
 * ```ts
 * import { createWalletKit, withHostRules } from 'walletkit'
 * import { generated } from 'virtual:walletkit'
 *
 * const kit = createWalletKit({ ...generated, config: withHostRules(generated.config) })
 * ```
 */
export function withHostRules(config: Config, timezone = currentTimezone()): Config {
  const zone = timezone.toUpperCase()
  const rule = config.hostRules?.find(({ timezones }) => timezones.some((each) => each.toUpperCase() === zone))
  if (!rule) return config
  const { services = {}, networks } = config
  const moves = Object.entries(rule.services).flatMap(([key, to]): [string, string][] => {
    const from = services[key as keyof typeof services]
    return from ? [[trim(from), trim(to)]] : []
  })
  const move = (url: string) => {
    const [from = '', to = ''] = moves.find(([base]) => url === base || url.startsWith(`${base}/`)) ?? []
    return to + url.slice(from.length)
  }
  return {
    ...config,
    services: { ...services, ...rule.services },
    ...(networks && {
      networks: networks.map((network) => ({
        ...network,
        rpcUrls: { ...network.rpcUrls, default: { http: network.rpcUrls.default.http.map(move) } },
      })),
    }),
  }
}

const trim = (base: string) => base.replace(/\/+$/, '')

function currentTimezone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  } catch {
    return ''
  }
}
