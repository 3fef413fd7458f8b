/** Sends requests to a sandbox's indexer, as a page does. */
import type { HistoryRow, Nft, Sandbox } from '../../../sandbox/index.ts'

export type Page<T> = { data: T[]; next: string | null }

export async function get(sandbox: Sandbox, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ projectId: 'p', ...query })
  const response = await fetch(`${sandbox.url}${path}?${search}`)
  return { status: response.status, body: (await response.json()) as unknown }
}

export async function historyOf(sandbox: Sandbox, account: string, query: Record<string, string> = {}) {
  const { status, body } = await get(sandbox, `/v1/account/${account}/history`, query)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Page<HistoryRow>
}

export async function nftsOf(sandbox: Sandbox, account: string, query: Record<string, string> = {}) {
  const { status, body } = await get(sandbox, `/v1/account/${account}/nfts`, query)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Page<Nft>
}
