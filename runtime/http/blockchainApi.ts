/** The blockchain API at `services.api`: every call carries the project, and unsupported networks are not asked about. */
import type { Kit } from '../kit.ts'
import { lazy } from '../lib/lazy.ts'
import { perKit } from '../lib/perKit.ts'
import { activeNetworkOf } from '../state/active.ts'
import { hostFetch } from './hosts.ts'
import { createHttp, type Http, type HttpRequest, type Query } from './client.ts'

/** What a call says of the page's software where the config is silent (decisions 2.2). */
export const SDK_TYPE = 'walletkit'
export const SDK_VERSION = 'html-wagmi-undefined'

/** How the common parameters are called on the wire (decisions 2.2): the one table. */
export const QUERY_NAMES = { projectId: 'projectId', sdkType: 'st', sdkVersion: 'sv' }

export function projectQuery({ state }: Kit, names = QUERY_NAMES): Query {
  const { projectId, sdkType = SDK_TYPE, sdkVersion = SDK_VERSION } = state.options
  return { [names.projectId]: projectId, [names.sdkType]: sdkType, [names.sdkVersion]: sdkVersion }
}

export type BlockchainApi = Http & {
  /** CAIP-2 ids that the service knows; fetched once per page. */
  supportedChains: () => Promise<readonly string[]>
  /** Whether a network may be asked about: the active one unless another is given. */
  supports: (caipNetworkId?: string) => Promise<boolean>
  /** GET, or `undefined` without a request when the network is unsupported (decisions 2.3). */
  read: (request: HttpRequest, caipNetworkId?: string) => Promise<unknown>
  /** POST, by the same rule. */
  ask: (request: HttpRequest, caipNetworkId?: string) => Promise<unknown>
}

/** The kit's client; `undefined` when the config names no `services.api`. */
export const blockchainApi = perKit((kit): BlockchainApi | undefined => {
  const baseUrl = kit.config.services?.api
  if (!baseUrl) return undefined
  const http = createHttp({ baseUrl, query: () => projectQuery(kit), fetch: hostFetch(kit) })
  const supportedChains = lazy(async () => parseSupportedChains(await http.get({ path: 'v1/supported-chains' })))
  const supports = async (caipNetworkId: string | undefined = activeNetworkOf(kit)?.caipNetworkId) =>
    caipNetworkId !== undefined && (await supportedChains()).includes(caipNetworkId)
  return {
    ...http,
    supportedChains,
    supports,
    read: async (request, id) => ((await supports(id)) ? http.get(request) : undefined),
    ask: async (request, id) => ((await supports(id)) ? http.post(request) : undefined),
  }
})

/** `{ http: string[], ws: string[] }`, leniently: what is no string is dropped. */
export function parseSupportedChains(reply: unknown): string[] {
  const { http, ws } = (reply ?? {}) as { http?: unknown; ws?: unknown }
  const strings = (list: unknown) => (Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [])
  return [...new Set([...strings(http), ...strings(ws)])]
}
