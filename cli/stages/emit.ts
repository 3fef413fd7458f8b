/**
 * Prints the modules that a page imports, for what the config selects, for builds and `walletkit emit`. Pure functions.
 */
import { CORE_FEATURES } from '../../schema/resolve.ts'
import { relative } from 'node:path'
import type { Config, Messages, Rest } from '../../runtime/contracts/config.ts'
import { optionOf, originsOf } from '../../schema/optionHosts.ts'
import type { Piece } from '../../schema/pieces.ts'
import { lookOf } from './look.ts'
import { unreviewed } from './reviewed.ts'
import type { Part, Selection } from './select.ts'

const nameOf = (prefix: string, id: string) =>
  prefix + id.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

type Emitted = Pick<Selection, 'config' | 'chains' | 'parts'> & {
  plugins: readonly Pick<Piece, 'id' | 'feature' | 'guest' | 'entry' | 'permissions' | 'requires' | 'events'>[]
}

type Printed = Pick<Emitted, 'plugins' | 'config'>

/** A language of the page: the texts that load with the page, and the path of the module with all of them. */
export type EmittedLanguage = { tag: string; words: Messages; module: string }

/**
 * Modules that the page imports later. `plugins`: the module with the plugins and everything else that no button needs,
 * imported when the modal or a plugin is first needed; if absent, all this loads with the page. `icons`: the module
 * with the page's icons, and the CAIP-2 ids of the networks of which it has a picture.
 */
export type Elsewhere = { plugins?: string; languages?: readonly EmittedLanguage[]; icons?: EmittedIcons | undefined }

export type EmittedIcons = { module: string; networks: readonly string[] }

/** The import path of each part of the core. */
export const PARTS: Record<Part, string> = {
  remote: 'walletkit/walletconnect',
  analytics: 'walletkit/analytics',
  siwx: 'walletkit/siwx',
  auth: 'walletkit/auth',
}

/**
 * The text of the generated module. `folder`: where that module will be; it imports plugins in folders of the project
 * by paths relative to `folder`.
 */
export function emit(
  { config, plugins, chains, parts }: Emitted,
  folder: string,
  { plugins: pluginsModule, languages = [], icons }: Elsewhere = {},
): string {
  const isLate = pluginsModule !== undefined
  const chainList = printChains(chains)
  const { imports, list } = printPlugins({ plugins, config }, folder, icons?.module)
  const small = terse(config, icons?.networks)
  const printed = isLate ? printEager(divide(small).eager) : JSON.stringify(small, null, 2)
  const core = [
    ...(languages.length ? ['chooseLanguage'] : []),
    ...(config.hostRules?.length ? ['withHostRules'] : []),
    ...(config.preload === 'idle' ? ['whenIdle'] : []),
  ]
  const lines = [
    ...(core.length ? [`import { ${core.join(', ')} } from 'walletkit'`] : []),
    ...(isLate ? [] : [...chainList.imports, ...imports]),
    '',
    config.hostRules?.length ? `export const config = withHostRules(${printed})` : `export const config = ${printed}`,
    '',
    ...printLanguages(languages),
    'export const generated = {',
    languages.length ? '  config: { ...config, locale: language.locale },\n  language,' : '  config,',
    ...(config.preload === 'idle' ? ['  whenIdle,'] : []),
    ...(isLate
      ? [`  plugins: () => import('${pluginsModule}'),`]
      : [`  chains: ${chainList.list},`, `  plugins: ${list},`, ...printParts({ config, chains, parts })]),
    '}',
    '',
    'export default generated',
  ]
  return `${lines.join('\n').trimStart()}\n`
}

/** The lines that choose the page's language. Empty for a page in English only, whose texts are in the code. */
function printLanguages(languages: readonly EmittedLanguage[]): string[] {
  if (!languages.length) return []
  const rows = languages.map(({ tag, words, module }) => {
    const load = tag === 'en' ? '' : `words: ${JSON.stringify(words)}, load: () => import('${module}')`
    return `    ${JSON.stringify(tag)}: { ${load}${unreviewed([tag]).length ? ', unread: true' : ''} },`
  })
  return ['const language = chooseLanguage(', '  {', ...rows, '  },', '  config.locale,', ')', '']
}

/**
 * Prints the module that exports the plugins, with all that loads with them. `ahead`: what the page needs to draw the
 * modal's first view before React has loaded (stages/ahead.ts).
 */
export function emitPlugins(emitted: Emitted, folder: string, icons?: EmittedIcons, ahead?: string): string {
  const { chains, config } = emitted
  const chainList = printChains(chains)
  const { config: late, networks } = divide(terse(config, icons?.networks)).late
  const rest = [
    '{',
    `  config: ${JSON.stringify(late)},`,
    `  networks: ${JSON.stringify(networks)},`,
    `  chains: ${chainList.list},`,
    ...printParts(emitted),
    '}',
  ]
  const { imports, list } = printPlugins(emitted, folder, icons?.module, [
    ...(ahead === undefined ? [] : [`ahead: ${JSON.stringify(ahead)}`]),
    `rest: ${rest.join('\n')}`,
  ])
  return [...chainList.imports, ...imports, `export default ${list}`, ''].join('\n')
}

function printChains(chains: readonly string[]): { imports: string[]; list: string } {
  const named = [...chains].sort().map((id) => ({ id, name: nameOf('chain', id) }))
  return {
    imports: named.map(({ id, name }) => `import ${name} from 'walletkit/chains/${id}'`),
    list: `[${named.map(({ name }) => name).join(', ')}]`,
  }
}

/** The lines with the lazy parts of the core, such as sign-in. Empty for a page that needs none. */
function printParts({ config, chains, parts }: Pick<Emitted, 'config' | 'chains' | 'parts'>): string[] {
  if (!parts.length) return []
  const lines = parts.map((part) => `    ${part}: () => import('${PARTS[part]}'),`)
  return ['  parts: {', ...lines, ...verifiersOf({ config, chains, parts }), '  },']
}

function printPlugins(
  { plugins, config }: Printed,
  folder: string,
  icons: string | undefined,
  extra: readonly string[] = [],
): { imports: string[]; list: string } {
  const named = [...plugins]
    .sort((a, b) => Number(Boolean(a.guest)) - Number(Boolean(b.guest)) || (a.id < b.id ? -1 : 1))
    .map((piece) => ({ ...piece, name: nameOf('plugin', piece.id), hosts: originsOf(piece, config) }))
  const list = `[${named.map((plugin) => (plugin.guest ? granted(plugin) : ownOf(plugin))).join(', ')}]`
  const look = lookOf(config.theme ?? {})
  const more = [
    ...(icons === undefined ? [] : [`icons: () => import('${icons}')`]),
    ...(look === undefined ? [] : [`look: ${JSON.stringify(look)}`]),
    ...extra,
  ]
  return {
    imports: named.map((plugin) => `import ${plugin.name} from '${sourceOf(plugin, folder)}'`),
    list: more.length ? `Object.assign(${list}, { ${more.join(', ')} })` : list,
  }
}

/**
 * The lines with the signature verifiers of the page's namespaces. Empty without sign-in, and when a server or the
 * site's functions verify.
 */
function verifiersOf({ config, chains, parts }: Pick<Selection, 'config' | 'chains' | 'parts'>): string[] {
  const { siwx, siweConfig } = config
  const isElsewhere = siweConfig || (typeof siwx === 'object' && siwx.storage === 'server')
  if (!parts.includes('siwx') || isElsewhere) return []
  const lines = [...chains].sort().map((id) => `      ${id}: () => import('${PARTS.siwx}/${id}'),`)
  return ['    verifiers: {', ...lines, '    },']
}

/**
 * The expression for a third-party plugin. What the site granted is written as literals, so that a changed manifest
 * cannot ask for more; of the manifest's slots only the granted ones are passed on.
 */
function granted({
  name,
  id,
  feature,
  permissions,
  requires,
  events,
  hosts,
}: Emitted['plugins'][number] & { name: string; hosts: readonly string[] }): string {
  const { slots, activate, ...rest } = { ...permissions, hosts }
  const asked = Object.fromEntries(Object.entries(rest).filter(([, list]) => list.length))
  const passed = slots.map((slot) => `${JSON.stringify(slot)}: ${name}.slots?.[${JSON.stringify(slot)}]`)
  const literals = Object.entries({ id, feature, permissions: asked, activate, requires, events }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  )
  return `{ ...${name}, guest: true, ${literals.join(', ')}, slots: { ${passed.join(', ')} } }`
}

/** The expression for a plugin of walletkit. If its options name hosts, their origins are written as literals. */
function ownOf({
  name,
  permissions,
  hosts,
}: Pick<Emitted['plugins'][number], 'permissions'> & { name: string; hosts: readonly string[] }) {
  if (permissions.hosts.every((host) => optionOf(host) === undefined)) return name
  return `{ ...${name}, permissions: { ...${name}.permissions, hosts: ${JSON.stringify(hosts)} } }`
}

/** The import path of a plugin: this package, its own package, or a folder of the project. */
function sourceOf({ id, guest, entry }: Emitted['plugins'][number], folder: string): string {
  if (!guest) return `walletkit/plugins/${id}`
  if (!guest.name.startsWith('.')) return guest.name
  const path = relative(folder, entry).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** Leaves out config values that the runtime assumes or does not read, to save bytes. */
function terse(
  { features, networks, theme, ...config }: Selection['config'],
  pictured: readonly string[] = [],
): Selection['config'] {
  const assumed: Readonly<Record<string, unknown>> = CORE_FEATURES
  // Leave out the flag `analytics` if it is false: without the analytics part, no code reads it.
  const told = Object.entries(features ?? {}).filter(
    ([key, value]) => assumed[key] !== value && !(key === 'analytics' && value === false),
  )
  // The preset and the accent are in the style sheet, so the page does not need their names.
  const { preset: _preset, accent: _accent, ...kept } = theme ?? {}
  return {
    ...config,
    ...(Object.keys(kept).length && { theme: kept }),
    ...(networks && {
      networks: networks.map(({ rpcUrls, assets, ...network }) => {
        const { default: asked, chainDefault } = rpcUrls
        const same = chainDefault?.http.join() === asked.http.join()
        const id = network.caipNetworkId
        // Leave out the image service's id of a network if the page's own icons contain the network: the page prefers
        // them.
        const isIdle = pictured.includes(id) && !assets?.imageUrl && !config.images?.networks?.[id]
        return {
          ...network,
          ...(assets && !isIdle && { assets }),
          rpcUrls: same || !chainDefault ? { default: asked } : { default: asked, chainDefault },
        }
      }),
    }),
    ...(told.length && { features: Object.fromEntries(told) }),
  }
}

/**
 * Keys of the config that load with the page, because its buttons or synchronous functions of the kit read them.
 * `divide` adds the networks and `features.connectMethodsOrder`.
 */
const EAGER: readonly (keyof Config)[] = [
  'basic',
  'defaultAccountTypes',
  'defaultNetwork',
  'enableReconnect',
  'locale',
  'messages',
  'siweConfig',
  'siwx',
  'theme',
]

/**
 * Prints the config that loads with the page. Networks are rows: about half the bytes of objects that repeat every key.
 */
function printEager({ networks, ...config }: Config): string {
  const rest = JSON.stringify(config, null, 2)
  if (!networks) return rest
  const rows = networks.map(({ chainNamespace, id, caipNetworkId: _id, name, nativeCurrency, rpcUrls, ...more }) => {
    const { name: currency, symbol, decimals } = nativeCurrency
    const row = [chainNamespace, id, name, currency, symbol, decimals, rpcUrls.default.http]
    const others = { ...more, ...(rpcUrls.chainDefault && { rpcUrls }) }
    return `    ${JSON.stringify(Object.keys(others).length ? [...row, others] : row)},`
  })
  return `{
  ...${rest.replaceAll('\n', '\n  ')},
  networks: [
${rows.join('\n')}
  ].map(([chainNamespace, id, name, currency, symbol, decimals, http, more]) => ({
    chainNamespace, id, name, caipNetworkId: \`\${chainNamespace}:\${id}\`,
    nativeCurrency: { name: currency, symbol, decimals },
    rpcUrls: { default: { http } },
    ...more,
  })),
}`
}

type Divided = { eager: Config; late: Required<Pick<Rest, 'config' | 'networks'>> }

/**
 * Divides a config into what loads with the page and what loads with the modal or a session. A config with host rules
 * stays whole, because a rule changes addresses of both halves.
 */
function divide(config: Config): Divided {
  if (config.hostRules?.length) return { eager: config, late: { config: {}, networks: {} } }
  const { networks, features: { connectMethodsOrder, ...features } = {}, ...rest } = config
  const entries = Object.entries(rest)
  const isEager = ([key]: [string, unknown]) => EAGER.includes(key as keyof Config)
  const divided = (networks ?? []).map((network) => {
    const { rpcUrls, assets, blockExplorers, ...own } = network
    const { default: asked, ...named } = rpcUrls
    const late = {
      ...(assets && { assets }),
      ...(blockExplorers && { blockExplorers }),
      ...(named.chainDefault && { rpcUrls: named }),
    }
    return { own: { ...own, rpcUrls: { default: asked } }, late }
  })
  return {
    eager: {
      ...Object.fromEntries(entries.filter(isEager)),
      ...(networks && { networks: divided.map(({ own }) => own) }),
      ...(connectMethodsOrder && { features: { connectMethodsOrder } }),
    },
    late: {
      config: {
        ...Object.fromEntries(entries.filter((entry) => !isEager(entry))),
        ...(Object.keys(features).length && { features }),
      },
      networks: Object.fromEntries(
        divided.flatMap(({ own, late }) => (Object.keys(late).length ? [[own.caipNetworkId, late]] : [])),
      ),
    },
  }
}
