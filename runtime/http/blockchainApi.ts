/**
 * The client of the blockchain API at `services.api`. It adds the project id and the SDK's name and version to every
 * call's query. `read` and `ask` skip calls for networks that the service does not support.
 */
import type { Kit } from '../contracts/kit.ts'
import { lazy } from '../lib/lazy.ts'
import { perKit } from '../contracts/perKit.ts'
import { activeNetworkOf } from '../state/active.ts'
import { hostFetch } from './hostFetch.ts'
import { createHttp, type Http, type HttpRequest, type Query } from './client.ts'

/** The software name and version that calls carry if the config sets none. */
export const SDK_TYPE = 'walletkit'
export const SDK_VERSION = 'html-wagmi-undefined'

/** The query names of the parameters that every call carries. */
export const QUERY_NAMES = { projectId: 'projectId', sdkType: 'st', sdkVersion: 'sv' }

export function projectQuery({ state }: Kit, names = QUERY_NAMES): Query {
  const { projectId, sdkType = SDK_TYPE, sdkVersion = SDK_VERSION } = state.options
  return { [names.projectId]: projectId, [names.sdkType]: sdkType, [names.sdkVersion]: sdkVersion }
}

export type BlockchainApi = Http & {
  /** The CAIP-2 ids that the service supports; fetched once per kit, and again after a failure. */
  supportedChains: () => Promise<readonly string[]>
  /** Whether the service supports a network (CAIP-2). Default: the active one. */
  supports: (caipNetworkId?: string) => Promise<boolean>
  /**
   * Sends a GET; resolves with the parsed body, or with `undefined`, without a request, if the network is unsupported.
   */
  read: (request: HttpRequest, caipNetworkId?: string) => Promise<unknown>
  /**
   * Sends a POST; resolves with the parsed body, or with `undefined`, without a request, if the network is unsupported.
   */
  ask: (request: HttpRequest, caipNetworkId?: string) => Promise<unknown>
}

/** The kit's client; `undefined` if the config names no `services.api`. */
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

/** Parses `{ http: string[], ws: string[] }` to one list without duplicates; drops values that are not strings. */
export function parseSupportedChains(reply: unknown): string[] {
  const { http, ws } = (reply ?? {}) as { http?: unknown; ws?: unknown }
  const strings = (list: unknown) => (Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [])
  return [...new Set([...strings(http), ...strings(ws)])]
}
