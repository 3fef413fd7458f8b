import type { Allowed } from './permissions.ts'

/**
 * The page's `fetch` for one plugin: declared origins only, no cookies, no redirect (it could lead to another origin),
 * aborted when the kit is destroyed.
 */
export const pluginFetch =
  ({ url }: Allowed, life: AbortSignal) =>
  async (to: string | URL, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ? AbortSignal.any([life, init.signal]) : life
    return fetch(url(to), { ...init, credentials: 'omit', redirect: 'error', signal })
  }
