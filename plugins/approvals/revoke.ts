/** Ends the chosen approvals, one network after another, then reads the approvals on each of these networks again. */
import { addressKey, isUserRejection, type PluginKit, shortAddress } from 'walletkit/plugin'
import { endAll } from './end.ts'
import { APPROVAL_ERRORS, approvalError } from './errors.ts'
import type { Approval, ApprovalsState, Section } from './state.ts'

type Ended = { count: number; left: Approval[] }
type Ending = NonNullable<ApprovalsState['ending']>

/**
 * Returns a function that shows how far a run is. It does nothing any more once the state was emptied for another
 * account, which may have a run of its own.
 */
function progressOf(state: ApprovalsState): (ending: Ending | undefined) => void {
  let shown: ApprovalsState['ending']
  return (ending) => {
    if (state.ending !== shown) return
    state.ending = ending
    shown = state.ending
  }
}

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
  const show = progressOf(state)
  try {
    for (const { network } of sections) {
      const { caipNetworkId, name } = network
      const begun = { done: ended.count + ended.left.length, count, network: name, switching: false }
      const tell = (change: Partial<Ending>) => show({ ...begun, ...change })
      tell({})
      const own = await endOn(kit, state, { address, network: caipNetworkId, read, tell, before: begun.done })
      if (!own) return
      ended.count += own.count
      ended.left.push(...own.left)
    }
    if (ended.left.length) kit.toast.error(leftText(kit, ended.left))
    else kit.toast.success(kit.text('approvals.ended', 'Approvals ended: {count}', { count: ended.count }))
  } finally {
    show(undefined)
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

type Task = {
  address: string
  network: string
  read: (network: string) => Promise<void>
  /** Shows a change of how far the run is. */
  tell: (change: Partial<Ending>) => void
  /** How many approvals were done before this network. */
  before: number
}

/** Ends what is chosen on one network. Reports a failure itself, and then resolves with `undefined`. */
async function endOn(kit: PluginKit, state: ApprovalsState, { address, network, read, tell, before }: Task) {
  const sectionNow = () => state.sections.find((each) => each.network.caipNetworkId === network)
  const { list = [], chosen: keys = [] } = sectionNow() ?? {}
  const chosen = list.filter(({ key }) => keys.includes(key))
  try {
    await moveTo(kit, { address, network, tell })
    const unasked = await endAll(kit, network, chosen, (done) => tell({ done: before + done }))
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
async function moveTo(kit: PluginKit, { address, network, tell }: Pick<Task, 'address' | 'network' | 'tell'>) {
  const isActive = () => kit.network()?.caipNetworkId === network
  const isSame = () => addressKey(kit.account().address ?? '') === addressKey(address)
  if (!isSame()) throw approvalError('REVOKE_CHANGED')
  if (!isActive()) {
    tell({ switching: true })
    try {
      await kit.chain.switchNetwork(network)
    } catch (error) {
      // A wallet that lacks the network asks the person to add it. If the person declines, the wallet cannot switch, so
      // report the same error as for any network that the wallet lacks.
      const { code } = Object(error) as { code?: unknown }
      throw isUserRejection(error) && code !== 'CHAIN_NOT_SUPPORTED' ? error : approvalError('REVOKE_SWITCH', error)
    } finally {
      tell({ switching: false })
    }
  }
  if (!isActive() || !isSame()) throw approvalError('REVOKE_CHANGED')
}

function leftText(kit: PluginKit, left: readonly Approval[]): string {
  const tokens = left.map(({ symbol, token }) => symbol ?? shortAddress(token)).join(', ')
  return kit.text('approvals.left', 'Not ended, because the contract refuses it or is no token: {tokens}', { tokens })
}
