import { blamesAccountType } from '../actions/accountType.ts'
import { hideToast, showLoading } from '../state/showToast.ts'
import { adapterOf } from '../contracts/adapter.ts'
import { WalletKitError } from '../errors/base.ts'
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { noActiveAddress, noActiveNetwork, siwxNotEnabled } from '../errors/thrown.ts'
import type { Kit } from '../contracts/kit.ts'
import { SIWX_SIGNED } from '../lib/keyTable.ts'
import { activeAddress, activeNetworkOf } from '../state/active.ts'
import { SIWX_ERRORS, siwxError } from './errors.ts'
import { admit, ask, beginTurn } from './session.ts'
import { siwxOf } from './siwxOf.ts'
import { signIn, type Subject, trackedProperties } from './state.ts'
import type { SIWX, SIWXMessage, SIWXMessageData, SIWXSession } from './types.ts'
import { connectionOf } from '../state/connections.ts'

/**
 * Asks the wallet to sign, and passes the result to the SIWX implementation. If the visitor rejects or something fails,
 * shows a toast, and the visitor can try again. Throws only if no wallet can be asked: 'SIWX is not enabled', 'No
 * ActiveCaipAddress found', 'No ActiveCaipNetwork or client found'.
 */
export async function sign(kit: Kit): Promise<void> {
  const { siwx, subject } = prepare(kit)
  const state = signIn(kit)
  if (state.status === 'signing') return
  const { isOver } = beginTurn(kit)
  Object.assign(state, { status: 'signing', subject })
  kit.track('CLICK_SIGN_SIWX_MESSAGE', trackedProperties(kit, subject))
  showLoading(kit.state.toast, kit.text('siwx.authenticating', 'Authenticating...'))
  try {
    const message = await siwx.createMessage({ accountAddress: subject.address, chainId: subject.chainId })
    if (isOver()) return
    const signature = await (siwx.signMessage?.(message) ?? signByWallet(kit, subject, message))
    if (isOver()) return
    const session = toSession(message, signature)
    await siwx.addSession(session)
    // The visitor cancelled during the check. End the session that was just stored, so that the visitor is not signed
    // in against their will.
    if (isOver()) return await siwx.revokeSession(subject.chainId, subject.address)
    hideToast(kit.state.toast)
    kit.track('SIWX_AUTH_SUCCESS', trackedProperties(kit, subject))
    admit(kit, session)
    tellTabs(kit)
  } catch (error) {
    if (isOver()) return
    const declined = isUserRejection(error)
    const unasked = hasNobody(error)
    state.status = declined ? 'declined' : 'needed'
    const said = declined ? siwxError('SIWX_DECLINED', error) : blamed(kit, subject, error)
    if (unasked) hideToast(kit.state.toast)
    else report(kit, said, 'SIWX_FAILED', SIWX_ERRORS)
    kit.track('SIWX_AUTH_ERROR', trackedProperties(kit, subject))
    ask(kit)
    if (unasked) throw error
  }
}

/** Whether no wallet could be asked, so that trying again is useless and the caller must know. */
const hasNobody = (error: unknown) => error instanceof WalletKitError && error.code === noActiveNetwork().code

/**
 * The error to report: if the site verifies only signatures of keys, not those of smart accounts, one that says so;
 * else the error itself.
 */
const blamed = (kit: Kit, { namespace }: Subject, error: unknown) =>
  blamesAccountType(kit, namespace, { at: 'signIn', error }) ? coreError('SMART_ACCOUNT_UNSUPPORTED', error) : error

/**
 * Notifies other tabs with a storage event. The value carries no session, because sessions may be stored on a server.
 */
function tellTabs({ storage }: Kit) {
  storage.set(SIWX_SIGNED, '1')
  storage.remove(SIWX_SIGNED)
}

function prepare(kit: Kit): { siwx: SIWX; subject: Subject } {
  const siwx = siwxOf(kit)
  if (!siwx) throw siwxNotEnabled()
  const [address, network] = [activeAddress(kit), activeNetworkOf(kit)]
  if (!address) throw noActiveAddress()
  if (!network || !kit.chains.has(network.chainNamespace)) throw noActiveNetwork()
  return { siwx, subject: { namespace: network.chainNamespace, chainId: network.caipNetworkId, address } }
}

async function signByWallet(kit: Kit, { namespace, address }: Subject, message: SIWXMessage): Promise<string> {
  const adapter = await adapterOf(kit, namespace)
  if (!adapter.signMessage) throw noActiveNetwork()
  return adapter.signMessage(kit, connectionOf(kit, namespace)?.provider, address, message.toString())
}

/** Makes a session of a signed message. Leaves out the message's functions, such as `toString`. */
function toSession(message: SIWXMessage, signature: string): SIWXSession {
  const data = Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value !== 'function'))
  return { data: data as SIWXMessageData, message: message.toString(), signature }
}
