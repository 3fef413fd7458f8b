/** Whom the result may contact, the CSP it runs under, and the hashes of its files (decisions 5.2, 5.3). */
import { createHash } from 'node:crypto'
import type { Config } from '../../runtime/config.ts'
import type { Piece } from '../../schema/pieces.ts'

export type Security = {
  /** Origins that scripts may connect to, that images may come from, and that frames may show. */
  hosts: { connect: string[]; images: string[]; frames: string[] }
  csp: string
  /** `sha384-…` by file. */
  sri: Record<string, string>
  /** An inline import map that lets the browser check lazy files, and what `script-src` needs for it. */
  importMap: { json: string; hash: string; csp: string }
}

const originsOf = (urls: readonly (string | undefined)[]) => {
  const origins = urls.flatMap((url) =>
    url && URL.canParse(url) && /^(https?|wss?):/.test(url) ? [new URL(url).origin] : [],
  )
  return [...new Set(origins)].sort()
}

/** Hosts by what they are for. A host that no part of the config names is not here, and the CSP refuses it. */
export function hostsOf(config: Config, plugins: readonly Pick<Piece, 'permissions'>[] = []): Security['hosts'] {
  // A visitor of some time zone is served by other hosts.
  const sets = [config.services ?? {}, ...(config.hostRules ?? []).map((rule) => rule.services)]
  const services = sets.flatMap(({ images: _images, secureSite: _frame, ...rest }) => Object.values(rest))
  const imageServices = sets.map((set) => set.images)
  const networks = config.networks ?? []
  const rpc = networks.flatMap(({ rpcUrls }) => rpcUrls.default.http)
  const wallets = [...(config.wallets?.list ?? []), ...(config.wallets?.custom ?? [])]
  const images = [
    ...imageServices,
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
  const own = plugins.flatMap(({ permissions }) => permissions.hosts)
  return {
    connect: originsOf([...services, ...imageServices, ...rpc, signIn, ...own]),
    images: originsOf(images),
    frames: originsOf(sets.flatMap(({ verify, secureSite }) => [verify, login ? secureSite : undefined])),
  }
}

const directives = ({ connect, images, frames }: Security['hosts'], scriptHash?: string) =>
  [
    "default-src 'self'",
    ...(scriptHash ? [`script-src 'self' '${scriptHash}'`] : []),
    ['img-src', "'self'", 'data:', ...images].join(' '),
    ['connect-src', "'self'", ...connect].join(' '),
    ...(frames.length ? [['frame-src', ...frames].join(' ')] : []),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const hash = (algorithm: 'sha256' | 'sha384', content: Buffer | string) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

/** `base` is where the files are served from, as `/`. */
export function secure(
  { config, plugins }: { config: Config; plugins: readonly Pick<Piece, 'permissions'>[] },
  files: readonly { name: string; content: Buffer; kind: string }[],
  base: string,
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
  const mapHash = hash('sha256', json)
  return { hosts, csp: directives(hosts), sri, importMap: { json, hash: mapHash, csp: directives(hosts, mapHash) } }
}
