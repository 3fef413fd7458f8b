/**
 * Finds Solana tokens that their issuer may take out of every account (Token-2022's extension "permanent delegate").
 * The extension belongs to the token and not to an account, so only the issuer can end it.
 */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import { isAddress, TOKEN_PROGRAMS } from './delegate.ts'

/** The most accounts that a node describes in one answer to `getMultipleAccounts`. */
const TOGETHER = 100

const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/**
 * Parses one entry of the answer to `getMultipleAccounts` (`jsonParsed`) for a mint of Token-2022: the permanent
 * delegate, `null` for a mint without one, `undefined` for what is not in the expected form. Never throws.
 */
export function parseIssuer(entry: unknown): string | null | undefined {
  const { owner, data } = fieldsOf(entry)
  const { type, info } = fieldsOf(fieldsOf(data)['parsed'])
  if (owner !== TOKEN_PROGRAMS[1] || type !== 'mint') return undefined
  const { extensions = [] } = fieldsOf(info)
  if (!Array.isArray(extensions)) return undefined
  const found = (extensions as unknown[]).map(fieldsOf).find(({ extension }) => extension === 'permanentDelegate')
  if (!found) return null
  const { delegate } = fieldsOf(found['state'])
  if (delegate === null) return null
  return isAddress(delegate) ? delegate : undefined
}

/** Which of these mints have a permanent delegate, and how many could not be read. Never rejects. */
export async function findIssuers(
  chain: Pick<PluginKit['chain'], 'request'>,
  mints: readonly string[],
): Promise<{ taken: string[]; unread: number }> {
  const pages = Array.from({ length: Math.ceil(mints.length / TOGETHER) }, (_, at) =>
    mints.slice(at * TOGETHER, (at + 1) * TOGETHER),
  )
  const read = async (page: readonly string[]) => {
    const options = { commitment: 'confirmed', encoding: 'jsonParsed' }
    const { value } = fieldsOf(await chain.request('getMultipleAccounts', [page, options]).catch(() => undefined))
    const entries = Array.isArray(value) ? (value as unknown[]) : []
    return page.map((mint, at) => ({ mint, issuer: parseIssuer(entries[at]) }))
  }
  const all = (await Promise.all(pages.map(read))).flat()
  return {
    taken: all.filter(({ issuer }) => typeof issuer === 'string').map(({ mint }) => mint),
    unread: all.filter(({ issuer }) => issuer === undefined).length,
  }
}
