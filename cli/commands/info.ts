/** `walletkit info`: prints what a bug report needs, such as versions, config, features, plugins and hosts. */
import { print as printOut } from '../answer.ts'
import { relative, resolve } from 'node:path'
import { readText } from '../changes.ts'
import { CONFIG_FILE } from '../messages.ts'
import { readVersion } from '../package.ts'
import { detectFramework, FRAMEWORK_NAMES } from '../stages/framework.ts'
import { loadConfig, type Loaded } from '../stages/load.ts'
import { findInstalled, readManifest } from '../stages/manifest.ts'
import { findManager } from '../stages/packageManager.ts'
import { hostsOf } from '../stages/security.ts'
import { select, type Selection } from '../stages/select.ts'
import { messages as guestMessages } from './plugin/messages.ts'
import { answer, type CommonFlags } from './check.ts'

const PACKAGES = ['react', 'react-dom', 'vite', 'viem', 'walletkit-sandbox'] as const

/** Prints what it can find. Exits with 0 also when packages or the config are missing, or the config has issues. */
export async function info({ config = CONFIG_FILE, json, root: folder = process.cwd() }: CommonFlags): Promise<number> {
  const root = resolve(folder)
  const { manager } = await findManager(root)
  const installed = await Promise.all(PACKAGES.map(async (name) => [name, (await findInstalled(root, name))?.version]))
  const loaded = (await readText(resolve(root, config))) === undefined ? undefined : await loadConfig(root, config)
  const selection = loaded && select(loaded)
  const facts = {
    versions: {
      walletkit: await readVersion(),
      node: process.versions.node,
      ...(Object.fromEntries(installed) as Record<(typeof PACKAGES)[number], string | undefined>),
    },
    platform: `${process.platform} ${process.arch}`,
    packageManager: manager,
    framework: detectFramework(root, (await readManifest(root)) ?? {}),
    config: loaded && {
      file: relative(root, loaded.path).replaceAll('\\', '/'),
      issues: loaded.issues.length,
    },
    ...(loaded && selection && chosen(loaded, selection)),
  }
  if (json) answer({ ok: true, ...facts })
  else printOut(`${print(facts)}\n`)
  return 0
}

type Chosen = ReturnType<typeof chosen>

function chosen({ rules }: Loaded, { config, plugins, leftOut, byDefault }: Selection) {
  const ids = new Set(plugins.map(({ id }) => id))
  const features = rules.pieces.map(({ id, feature }) => ({ feature, on: ids.has(id) }))
  return {
    features: {
      on: features.filter(({ on }) => on).map(({ feature }) => feature),
      off: features.filter(({ on, feature }) => !on && !leftOut.includes(feature)).map(({ feature }) => feature),
      leftOut,
      byDefault,
    },
    plugins: [...ids],
    thirdParty: plugins.flatMap(({ guest, permissions, requires }) =>
      guest ? [{ name: guest.name, version: guest.version, permissions, requires }] : [],
    ),
    networks: (config.networks ?? []).map(({ caipNetworkId }) => caipNetworkId),
    hosts: hostsOf(config, plugins),
  }
}

type Facts = {
  versions: Record<string, string | undefined>
  platform: string
  packageManager: string
  framework: keyof typeof FRAMEWORK_NAMES
  config: { file: string; issues: number } | undefined
} & Partial<Chosen>

function print({ versions, platform, packageManager, framework, config, ...rest }: Facts): string {
  const list = (items: readonly string[] = []) => items.join(', ') || 'none'
  const rows: [string, string][] = [
    ...Object.entries(versions).map(([name, version]): [string, string] => [name, version ?? 'not installed']),
    ['platform', platform],
    ['package manager', packageManager],
    ['framework', FRAMEWORK_NAMES[framework]],
    [
      'config',
      config ? `${config.file}${config.issues ? `, ${config.issues} problems: walletkit check` : ''}` : 'none',
    ],
  ]
  if (rest.features)
    rows.push(
      ['features on', list(rest.features.on)],
      ['features off', list(rest.features.off)],
      ['on by default', list(rest.features.byDefault)],
      ['left out', list(rest.features.leftOut)],
      ['plugins', list(rest.plugins)],
      ['networks', list(rest.networks)],
      ['may contact', list(rest.hosts?.connect)],
      ['images from', list(rest.hosts?.images)],
    )
  const granted = (rest.thirdParty ?? []).map(({ name, version, ...asking }) =>
    guestMessages.asks(name, version, asking),
  )
  return [...rows.map(([label, value]) => `${label.padEnd(20)}${value}`), ...granted].join('\n')
}
