/** Calculates which hosts a build may contact, the Content-Security-Policy it needs, and the hashes of its files. */
import { createHash } from 'node:crypto'
import type { Config } from '../../runtime/contracts/config.ts'
import type { Piece } from '../../schema/pieces.ts'
import { originsOf as pluginOrigins } from '../../schema/optionHosts.ts'
import { perNetwork } from '../../schema/perNetwork.ts'
import { detectFramework, type Framework } from './framework.ts'
import { dependenciesOf, readManifest } from './manifest.ts'

export type Security = {
  /** Origins that scripts may connect to, that images may come from, and that frames may show. */
  hosts: { connect: string[]; images: string[]; frames: string[] }
  csp: string
  /** `sha384-…` by file. */
  sri: Record<string, string>
  /** An inline import map that lets the browser verify lazy files, and what `script-src` needs to allow it. */
  importMap: { json: string; hash: string; csp: string }
}

const originsOf = (urls: readonly (string | undefined)[]) => {
  const origins = urls.flatMap((url) =>
    url && URL.canParse(url) && /^(https?|wss?):/.test(url) ? [new URL(url).origin] : [],
  )
  return [...new Set(origins)].sort()
}

/**
 * The hosts, besides the page's own, that a page with this config and these plugins may contact, by purpose. The CSP
 * blocks all others.
 */
export function hostsOf(
  config: Config,
  plugins: readonly Pick<Piece, 'feature' | 'permissions'>[] = [],
): Security['hosts'] {
  const asksPaymaster = plugins.some(({ permissions }) => permissions.services.includes('paymaster'))
  // Host rules can give visitors in certain time zones other hosts: include the hosts of every rule.
  const sets = [config.services ?? {}, ...(config.hostRules ?? []).map((rule) => rule.services)]
  const services = sets.flatMap(({ images: _images, secureSite: _frame, paymaster, ...rest }) => [
    ...Object.values(rest),
    // Include the paymaster's hosts only if a plugin asks it: with most wallets, it is the wallet that does.
    ...(asksPaymaster && paymaster !== undefined ? perNetwork(paymaster, config.networks) : []),
  ])
  const imageServices = sets.map((set) => set.images)
  const networks = config.networks ?? []
  const rpc = networks.flatMap(({ rpcUrls }) => rpcUrls.default.http)
  const wallets = [...(config.wallets?.list ?? []), ...(config.wallets?.custom ?? [])]
  const images = [
    ...imageServices,
    // Pictures of balances and wallets may be on the service that names them.
    ...sets.flatMap(({ api, wallets: directory }) => [api, directory]),
    config.images?.base,
    ...Object.values(config.images?.networks ?? {}),
    ...Object.values(config.images?.connectors ?? {}),
    ...networks.map(({ assets }) => assets?.imageUrl),
    ...wallets.map(({ image_url }) => image_url ?? undefined),
    ...Object.values(config.tokens ?? {}).map(({ image }) => image),
    ...(config.metadata?.icons ?? []),
  ]
  const signIn = typeof config.siwx === 'object' ? config.siwx.endpoint : undefined
  const login = plugins.some(({ permissions }) => permissions.services.includes('secureSite'))
  const own = plugins.flatMap((plugin) => pluginOrigins(plugin, config))
  return {
    connect: originsOf([...services, ...imageServices, ...rpc, signIn, ...own]),
    images: originsOf(images),
    frames: originsOf(sets.flatMap(({ verify, secureSite }) => [verify, login ? secureSite : undefined])),
  }
}

/**
 * Forbids what walletkit never needs: a `<base>`, which can redirect the page's own scripts; forms that post to other
 * sites; browser plugins; and framing by another page, which could trick people into clicks. Of these, `default-src`
 * covers only the browser plugins.
 */
export const CLOSED = ["base-uri 'none'", "form-action 'self'", "object-src 'none'", "frame-ancestors 'none'"] as const

/**
 * Trusted Types policies that libraries always create when they load. The CSP allows those that the build's scripts
 * create. walletkit itself creates none.
 */
const LIBRARY_POLICIES: Readonly<Record<string, string>> = { svelte: 'svelte-trusted-html', vue: 'vue' }
/**
 * The policies of frameworks that own their build. walletkit does not see their scripts, so it cannot search them for
 * policies.
 */
const FRAMEWORK_POLICIES: Partial<Record<Framework, readonly string[]>> = {
  next: ['nextjs', 'nextjs#bundler'],
  nuxt: ['vue'],
  sveltekit: ['svelte-trusted-html', 'sveltekit-trusted-url'],
}

const policiesIn = (scripts: readonly { content: Buffer }[]) =>
  Object.values(LIBRARY_POLICIES).filter((name) =>
    scripts.some(({ content }) => new RegExp(`createPolicy\\(\\s*["'\`]${name}["'\`]`).test(content.toString('utf8'))),
  )

/** The Trusted Types policies that the project in a folder needs, by its dependencies and its framework. */
export async function policiesOf(root: string): Promise<string[]> {
  const manifest = (await readManifest(root)) ?? {}
  const has = dependenciesOf(manifest)
  const own = FRAMEWORK_POLICIES[detectFramework(root, manifest)] ?? []
  const ofLibraries = Object.entries(LIBRARY_POLICIES).flatMap(([name, policy]) =>
    has[name] === undefined ? [] : policy,
  )
  return [...new Set([...ofLibraries, ...own])]
}

/**
 * The text of the Content-Security-Policy. `own`: where the build's files are, the page itself and perhaps a host that
 * vite's `base` names.
 */
const directives = (
  { connect, images, frames }: Security['hosts'],
  { policies, own, scriptHash }: { policies: readonly string[]; own: readonly string[]; scriptHash?: string },
) =>
  [
    ['default-src', ...own].join(' '),
    ...(scriptHash ? [['script-src', ...own, `'${scriptHash}'`].join(' ')] : []),
    ['img-src', ...own, 'data:', ...images].join(' '),
    ['connect-src', ...own, ...connect].join(' '),
    ...(frames.length ? [['frame-src', ...frames].join(' ')] : []),
    ...CLOSED,
    "require-trusted-types-for 'script'",
    `trusted-types ${policies.join(' ') || "'none'"}`,
  ].join('; ')

const hash = (algorithm: 'sha256' | 'sha384', content: Buffer | string) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

/**
 * Calculates the hosts, the Content-Security-Policy and the hashes of a build's files. `base` is the path or address
 * that the files are served from, for example `/` or `https://cdn.example/app/`. `known`: Trusted Types policies that
 * the page needs besides those of the files.
 */
export function secure(
  { config, plugins }: { config: Config; plugins: readonly Pick<Piece, 'feature' | 'permissions'>[] },
  files: readonly { name: string; content: Buffer; kind: string }[],
  base: string,
  known: readonly string[] = [],
): Security {
  const hosts = hostsOf(config, plugins)
  const sorted = [...files]
    .filter(({ kind }) => kind === 'script' || kind === 'style')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const sri = Object.fromEntries(sorted.map(({ name, content }) => [name, hash('sha384', content)]))
  const scripts = sorted.filter(({ kind }) => kind === 'script')
  const prefix = base === './' || base === '' ? './' : base
  const integrity = Object.fromEntries(scripts.map(({ name }) => [`${prefix}${name}`, sri[name]]))
  const json = JSON.stringify({ integrity })
  const policies = [...new Set([...policiesIn(scripts), ...known])]
  const own = ["'self'", ...originsOf([base.startsWith('//') ? `https:${base}` : base])]
  const csp = directives(hosts, { policies, own })
  const scriptHash = hash('sha256', json)
  return {
    hosts,
    csp,
    sri,
    importMap: { json, hash: scriptHash, csp: directives(hosts, { policies, own, scriptHash }) },
  }
}
