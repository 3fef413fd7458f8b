/** Ends the chosen approvals, one network after another, then reads the approvals on each of these networks again. */
import { addressKey, isUserRejection, type PluginKit, shortAddress } from 'walletkit/plugin'
import { endAll } from './end.ts'
import { APPROVAL_ERRORS, approvalError } from './errors.ts'
import type { Approval, ApprovalsState, Section } from './state.ts'

type Ended = { count: number; left: Approval[] }

/**
 * Ends the chosen approvals. Begins with the active network, which needs no switch. Stops at the first network that
 * fails or that the wallet refuses; approvals that ended before stay ended. Reports that failure itself and never
 * rejects. `read` reads one network again.
 */
export async function endChosen(
  kit: PluginKit,
  state: ApprovalsState,
  read: (network: string) => Promise<void>,
): Promise<void> {
  const sections = inOrder(kit, state.sections)
  if (!sections.length || state.ending) return
  const count = sections.reduce((sum, { chosen }) => sum + chosen.length, 0)
  const { address = '' } = kit.account()
  const ended: Ended = { count: 0, left: [] }
  try {
    for (const { network } of sections) {
      const { caipNetworkId, name } = network
      state.ending = { done: ended.count + ended.left.length, count, network: name, switching: false }
      const own = await endOn(kit, state, { address, network: caipNetworkId, read })
      if (!own) return
      ended.count += own.count
      ended.left.push(...own.left)
    }
    if (ended.left.length) kit.toast.error(leftText(kit, ended.left))
    else kit.toast.success(kit.text('approvals.ended', 'Approvals ended: {count}', { count: ended.count }))
  } finally {
    state.ending = undefined
  }
}

/** The networks with chosen approvals: the active one first. */
export function inOrder<S extends Pick<Section, 'chosen'> & { readonly network: { readonly caipNetworkId: string } }>(
  kit: Pick<PluginKit, 'network'>,
  sections: readonly S[],
): S[] {
  const active = kit.network()?.caipNetworkId
  const rankOf = ({ network }: S) => (network.caipNetworkId === active ? 0 : 1)
  return sections.filter(({ chosen }) => chosen.length).toSorted((one, other) => rankOf(one) - rankOf(other))
}

type Task = { address: string; network: string; read: (network: string) => Promise<void> }

/** Ends what is chosen on one network. Reports a failure itself, and then resolves with `undefined`. */
async function endOn(kit: PluginKit, state: ApprovalsState, { address, network, read }: Task) {
  const sectionNow = () => state.sections.find((each) => each.network.caipNetworkId === network)
  const { list = [], chosen: keys = [] } = sectionNow() ?? {}
  const chosen = list.filter(({ key }) => keys.includes(key))
  const before = state.ending?.done ?? 0
  try {
    await moveTo(kit, state, { address, network })
    const unasked = await endAll(
      kit,
      network,
      chosen,
      (done) => void (state.ending && (state.ending.done = before + done)),
    )
    await read(network)
    // An approval that the new read still lists did not end, even if the wallet reported success.
    const now = sectionNow()
    const standing = new Set(now?.failed ? [] : now?.list?.map(({ key }) => key))
    const left = chosen.filter((each) => unasked.includes(each) || standing.has(each.key))
    const count = chosen.length - left.length
    if (count) kit.track('REVOKE_SUCCESS', { network, count })
    return { count, left }
  } catch (error) {
    const { code, message } = kit.report(error, 'REVOKE_FAILED', APPROVAL_ERRORS)
    kit.track('REVOKE_ERROR', { network, message })
    await read(network)
    const now = sectionNow()
    // Unselect the approvals of this network. Otherwise the next attempt would stop here again and never reach the
    // other networks.
    if (now && code === 'REVOKE_SWITCH') Object.assign(now, { unreached: true, chosen: [] })
    return undefined
  }
}

/**
 * Makes the network the active one, and asks the wallet to switch to it. Rejects with REVOKE_SWITCH if the wallet
 * cannot, with the wallet's error if the person declined, and with REVOKE_CHANGED if another account or network is
 * active then.
 */
async function moveTo(kit: PluginKit, state: ApprovalsState, { address, network }: Omit<Task, 'read'>) {
  const isActive = () => kit.network()?.caipNetworkId === network
  const isSame = () => addressKey(kit.account().address ?? '') === addressKey(address)
  if (!isSame()) throw approvalError('REVOKE_CHANGED')
  if (!isActive()) {
    if (state.ending) state.ending.switching = true
    try {
      await kit.chain.switchNetwork(network)
    } catch (error) {
      // A wallet that lacks the network asks the person to add it. If the person declines, the wallet cannot switch, so
      // report the same error as for any network that the wallet lacks.
      const { code } = Object(error) as { code?: unknown }
      throw isUserRejection(error) && code !== 'CHAIN_NOT_SUPPORTED' ? error : approvalError('REVOKE_SWITCH', error)
    } finally {
      if (state.ending) state.ending.switching = false
    }
  }
  if (!isActive() || !isSame()) throw approvalError('REVOKE_CHANGED')
}

function leftText(kit: PluginKit, left: readonly Approval[]): string {
  const tokens = left.map(({ symbol, token }) => symbol ?? shortAddress(token)).join(', ')
  return kit.text('approvals.left', 'Not ended, because the contract refuses it or is no token: {tokens}', { tokens })
}
