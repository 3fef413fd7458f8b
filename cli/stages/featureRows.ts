/**
 * Makes one row for each feature, chain and part of a build: its bytes, its limit, and the hosts that it may contact.
 */
import type { Config } from '../../runtime/contracts/config.ts'
import { originsOf } from '../../schema/optionHosts.ts'
import { perNetwork } from '../../schema/perNetwork.ts'
import type { Piece } from '../../schema/pieces.ts'
import type { Selection } from './select.ts'
import type { Halves, Weights } from './weigh.ts'

export type FeatureRow = Halves & {
  kind: 'feature' | 'chain' | 'part'
  name: string
  /** The most gzip bytes that a plugin's manifest allows: `eager` for the manifest, `lazy` for what loads on use. */
  limit: Partial<Halves>
  hosts: readonly string[]
}

type Chosen = Pick<Selection, 'config' | 'plugins'>

export function featureRows({ features, chains, parts }: Weights, { config, plugins }: Chosen): FeatureRow[] {
  const of = (id: string) => plugins.find((piece) => piece.id === id)
  return [
    ...Object.entries(features).map(([name, halves]) => {
      const piece = of(name)
      return {
        kind: 'feature' as const,
        name,
        ...halves,
        limit: piece?.budget ?? {},
        hosts: piece ? hostsOfPiece(piece, config) : [],
      }
    }),
    ...Object.entries(chains).map(([name, halves]) => ({
      kind: 'chain' as const,
      name,
      ...halves,
      limit: {},
      hosts: rpcHosts(config, name),
    })),
    ...Object.entries(parts).map(([name, halves]) => ({
      kind: 'part' as const,
      name,
      ...halves,
      limit: {},
      hosts: partHosts(name, config),
    })),
  ]
}

const hostsOfPiece = (piece: Piece, config: Config) =>
  originsIn([
    ...piece.permissions.services.flatMap((service) => {
      const url = serviceOf(config, service)
      return url === undefined ? [] : perNetwork(url, config.networks)
    }),
    ...originsOf(piece, config),
  ])

const rpcHosts = ({ networks = [] }: Config, namespace: string) =>
  originsIn(
    networks
      .filter(({ chainNamespace = 'eip155' }) => chainNamespace === namespace)
      .flatMap(({ rpcUrls }) => rpcUrls.default.http),
  )

/** The services of the config that a part of the core contacts. Sign-in has an endpoint of its own. */
const PART_SERVICES: Readonly<Record<string, readonly string[]>> = {
  remote: ['relay', 'verify'],
  auth: ['secureSite'],
  analytics: ['analytics'],
}

const partHosts = (name: string, config: Config) =>
  originsIn([
    ...(PART_SERVICES[name] ?? []).map((service) => serviceOf(config, service)),
    name === 'siwx' && typeof config.siwx === 'object' ? config.siwx.endpoint : undefined,
  ])

const serviceOf = ({ services = {} }: Config, name: string): string | undefined => {
  const [, url] = Object.entries(services).find(([key]) => key === name) ?? []
  return url
}

/** The hosts of URLs, each once and sorted, as `api.example.com`. A path of the page itself adds none. */
const originsIn = (urls: readonly (string | undefined)[]) =>
  [...new Set(urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).host] : [])))].sort()
