/** Ends a session: at the wallet, so that its key cannot act any more, then at the session service, which lists it. */
import type { PluginKit } from 'walletkit/plugin'
import type { SessionsApi } from './api.ts'
import { sessionError } from './errors.ts'
import { dropGrant, keptGrants } from './kept.ts'
import { recordOf } from './permission.ts'
import type { Session } from './session.ts'

/** The message (EIP-191) that the account signs to take a session out of the service's list. */
export const revocation = (pci: string) => `Revoke the smart session ${pci}`

/**
 * The codes with which a wallet says that it has no such method, or that it knows no such permission. Anything else is
 * a failure, after which the visitor can try again.
 */
const UNABLE = [4200, -32601, -32602, -32004]

/**
 * Ends a session at the wallet, then in the service's list. `ended`: the sessions that the wallet has ended but the
 * service still lists; the wallet is not asked again for these. Rejects with the error of the wallet or the service, or
 * with SESSION_UNLISTED if the wallet ended the session and only removing it from the list failed.
 * @returns whether the wallet ended the permission. If not, the key can act until the session's own end.
 */
export async function endSession(
  kit: PluginKit,
  api: SessionsApi,
  { pci, context }: Pick<Session, 'pci' | 'context'>,
  ended: Set<string>,
): Promise<boolean> {
  const { caipAddress: caip = '' } = kit.account()
  const key = `${caip} ${pci}`
  // Ask the wallet first: a session that is no longer in the service's list could not be ended from here.
  const own = keptGrants(kit, caip).find((each) => each.pci === pci)?.context ?? context
  if (!ended.has(key) && own !== undefined && (await endAtWallet(kit, own))) ended.add(key)
  const isEnded = ended.has(key)
  try {
    if (kit.account().caipAddress !== caip) throw new Error('The account or the network changed')
    const signature = await kit.chain.signMessage(revocation(pci))
    await api.revoke(caip, { pci, signature })
  } catch (error) {
    throw isEnded ? sessionError('SESSION_UNLISTED', error) : error
  }
  ended.delete(key)
  if (isEnded) dropGrant(kit, { pci, caip })
  return isEnded
}

/** Whether the wallet said that it ended the permission. Rejects if it declined or failed. */
async function endAtWallet(kit: PluginKit, permissionsContext: string): Promise<boolean> {
  const network = kit.network()
  const said = await kit.chain.getCapabilities().catch(() => undefined)
  const of = (id: string) => said && Object.hasOwn(said, id) && recordOf(said[id])['permissions'] !== undefined
  if (said && Object.keys(said).length && !of(`0x${Number(network?.id).toString(16)}`) && !of('0x0')) return false
  try {
    // Wallets have an older method of this name (EIP-2255), which answers `null` whatever it did. ERC-7715 answers an
    // object, so only an object means that the permission is ended.
    const answer = await kit.chain.revokePermissions({ permissionsContext })
    return typeof answer === 'object' && answer !== null
  } catch (error) {
    if (UNABLE.includes(Number((Object(error) as { code?: unknown }).code))) return false
    throw error
  }
}
