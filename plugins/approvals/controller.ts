/** The approvals of the active account on the active network: what the screen shows and what it calls. */
import { addressKey, createTurns, onAccountChange, type PluginEvents, type PluginKit, proxy, shortAddress } from 'walletkit/plugin'
import { isUnlimited } from './approval.ts'
import { APPROVAL_ERRORS } from './errors.ts'
import { findApprovals, type Held } from './find.ts'
import { endAll } from './end.ts'
import { givenBy } from './notice.ts'
import { type Approval, type ApprovalsState, blankApprovals } from './state.ts'

export type ApprovalsController = ReturnType<typeof createApprovalsController>

export default function createApprovalsController({ kit }: { kit: PluginKit }) {
  const state = proxy<ApprovalsState>(blankApprovals())
  const turns = createTurns()
  let screens = 0

  async function load(): Promise<void> {
    const isNewest = turns.begin()
    const { address, caipAddress, namespace } = kit.account()
    const isCurrent = () => isNewest() && kit.account().caipAddress === caipAddress
    state.failed = false
    if (!address || namespace !== 'eip155') return
    try {
      const { held, blocks } = await findApprovals(kit.chain, address, kit.signal)
      const list = await Promise.all(held.map((each) => named(kit, each)))
      if (!isCurrent()) return
      Object.assign(state, { list: list.sort(byDanger), blocks })
      state.chosen = state.chosen.filter((key) => list.some((each) => each.key === key))
    } catch (error) {
      if (!isCurrent()) return
      state.failed = true
      kit.report(error, 'APPROVALS_FAILED', APPROVAL_ERRORS)
    }
  }
  kit.on('transaction', (sent) => {
    // A hint that could not be read is not shown: the approvals screen says if it cannot read them.
    if (sent.caipNetworkId.startsWith('eip155:')) void tellGiven(sent).catch(() => undefined)
  })
  async function tellGiven(sent: PluginEvents['transaction']) {
    const given = await Promise.all((await givenBy(kit, sent)).map((each) => named(kit, each)))
    // The sender is spelled as the wallet or the page did.
    if (!given.length || addressKey(kit.account().address ?? '') !== addressKey(sent.from)) return
    const tokens = [...new Set(given.map(({ symbol, token }) => symbol ?? shortAddress(token)))].join(', ')
    kit.progress.show({
      state: 'warning',
      title: kit.text('approvals.given', 'Approved without a limit: {tokens}', { tokens }),
      text: kit.text(
        'approvals.givenText',
        'A contract may take all of it at any time. You can end that under Approvals.',
      ),
    })
  }
  onAccountChange(kit, (now, before) => {
    if (now.address !== before.address) kit.progress.hide()
    Object.assign(state, blankApprovals())
    if (screens > 0) void load()
  })

  return {
    state,
    load,
    /** Call when the screen opens, and the returned function when it closes. */
    enter: (): (() => void) => {
      screens++
      kit.track('OPEN_APPROVALS', { network: kit.network()?.caipNetworkId ?? '' })
      void load()
      return () => void screens--
    },
    choose: (key: string): void => {
      if (state.ending) return
      const isChosen = state.chosen.includes(key)
      state.chosen = isChosen ? state.chosen.filter((each) => each !== key) : [...state.chosen, key]
    },
    /** Ends the chosen approvals, then reads them again from the chain. */
    end: async (): Promise<void> => {
      const chosen = (state.list ?? []).filter(({ key }) => state.chosen.includes(key))
      if (!chosen.length || state.ending) return
      const network = kit.network()?.caipNetworkId ?? ''
      state.ending = { done: 0, count: chosen.length }
      try {
        await endAll(kit, chosen, (done) => void (state.ending && (state.ending.done = done)))
        kit.track('REVOKE_SUCCESS', { network, count: chosen.length })
        kit.toast.success(kit.text('approvals.ended', 'Approvals ended: {count}', { count: chosen.length }))
      } catch (error) {
        const { message } = kit.report(error, 'REVOKE_FAILED', APPROVAL_ERRORS)
        kit.track('REVOKE_ERROR', { network, message })
      } finally {
        state.ending = undefined
        await load()
      }
    },
  }
}

/**
 * Adds the token's symbol, decimals and picture. If its contract gives none, the screen shows the contract's address.
 */
async function named(kit: PluginKit, held: Held): Promise<Approval> {
  const known = kit.account().tokenBalance?.find(({ address }) => address?.toLowerCase().endsWith(held.token))
  const isToken = held.kind === 'token' || held.kind === 'permit2'
  const facts = isToken ? await kit.chain.getToken(held.token).catch(() => undefined) : undefined
  return { ...held, symbol: facts?.symbol, decimals: facts?.decimals, iconUrl: known?.iconUrl }
}

/** Approvals that allow taking all of a token or collection come first; then by token address. */
const byDanger = (a: Approval, b: Approval) => danger(b) - danger(a) || (a.token < b.token ? -1 : 1)
const danger = (each: Approval) => (isUnlimited(each) || each.kind === 'collection' ? 1 : 0)
