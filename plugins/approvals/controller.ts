/** The approvals of the active account on the active network: what the screen shows and what it calls. */
import {
  addressKey,
  createTurns,
  onAccountChange,
  type PluginEvents,
  type PluginKit,
  proxy,
  shortAddress,
} from 'walletkit/plugin'
import { isUnlimited } from './approval.ts'
import { findDelegations, isEndless, isWhole } from './delegate.ts'
import { APPROVAL_ERRORS } from './errors.ts'
import { findIssuers } from './issuer.ts'
import { findApprovals, type Held } from './find.ts'
import { readCode } from './code.ts'
import { endAll } from './end.ts'
import { sessionsOf } from './grants.ts'
import { givenBy } from './notice.ts'
import {
  type Approval,
  type ApprovalsState,
  blankApprovals,
  type EvmApproval,
  isFrozen,
  type SolanaApproval,
  UNREAD,
} from './state.ts'

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
    if (!address || (namespace !== 'eip155' && namespace !== 'solana')) return
    if (namespace === 'eip155') void loadGrants(kit, state, isCurrent)
    try {
      const { list, ...extent } = await (namespace === 'solana' ? readSolana : readEvm)(kit, address)
      if (!isCurrent()) return
      Object.assign(state, { list: list.toSorted(byDanger), ...extent })
      state.chosen = state.chosen.filter((key) => list.some((each) => each.key === key && !isFrozen(each)))
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
      const found = state.list?.find((each) => each.key === key)
      if (state.ending || !found || isFrozen(found)) return
      const isChosen = state.chosen.includes(key)
      state.chosen = isChosen ? state.chosen.filter((each) => each !== key) : [...state.chosen, key]
    },
    /** Opens the screen of a smart session, which can end it. */
    openGrant: (id: string): void => void openGrant(kit, id),
    end: () => endChosen(kit, state, load),
  }
}

/** Ends the chosen approvals, then reads them again from the chain. */
async function endChosen(kit: PluginKit, state: ApprovalsState, load: () => Promise<void>): Promise<void> {
  const chosen = (state.list ?? []).filter(({ key }) => state.chosen.includes(key))
  if (!chosen.length || state.ending) return
  const network = kit.network()?.caipNetworkId ?? ''
  const { caipAddress } = kit.account()
  state.ending = { done: 0, count: chosen.length }
  try {
    const unasked = await endAll(kit, chosen, (done) => void (state.ending && (state.ending.done = done)))
    await load()
    // What the chain still has did not end, whatever the call answered.
    const isRead = !state.failed && kit.account().caipAddress === caipAddress
    const standing = new Set(isRead ? state.list?.map(({ key }) => key) : [])
    const left = chosen.filter((each) => unasked.includes(each) || standing.has(each.key))
    const count = chosen.length - left.length
    if (count) kit.track('REVOKE_SUCCESS', { network, count })
    if (left.length) kit.toast.error(leftText(kit, left))
    else kit.toast.success(kit.text('approvals.ended', 'Approvals ended: {count}', { count }))
  } catch (error) {
    const { message } = kit.report(error, 'REVOKE_FAILED', APPROVAL_ERRORS)
    kit.track('REVOKE_ERROR', { network, message })
    await load()
  } finally {
    state.ending = undefined
  }
}

function leftText(kit: PluginKit, left: readonly Approval[]): string {
  const tokens = left.map(({ symbol, token }) => symbol ?? shortAddress(token)).join(', ')
  return kit.text('approvals.left', 'Not ended, because the contract refuses it or is no token: {tokens}', { tokens })
}

/** Reads the smart sessions, and reports if they cannot be read. */
async function loadGrants(kit: PluginKit, state: ApprovalsState, isCurrent: () => boolean): Promise<void> {
  try {
    const grants = (await (await sessionsOf(kit))?.list()) ?? []
    if (isCurrent()) Object.assign(state, { grants, grantsFailed: false })
  } catch (error) {
    if (!isCurrent()) return
    state.grantsFailed = true
    kit.report(error, 'SESSIONS_UNREAD', APPROVAL_ERRORS)
  }
}

const openGrant = async (kit: PluginKit, id: string): Promise<void> =>
  sessionsOf(kit)
    .then((sessions) => sessions?.open(id))
    .catch((error: unknown) => void kit.report(error, 'SESSIONS_UNREAD', APPROVAL_ERRORS))

type Read = Pick<ApprovalsState, 'blocks' | 'more' | 'unread' | 'issued' | 'runs'> & { list: Approval[] }

async function readEvm(kit: PluginKit, address: string): Promise<Read> {
  const owned = kit.account().tokenBalance ?? []
  const known = new Set(owned.flatMap((token) => token.address?.split(':').at(-1)?.toLowerCase() ?? []))
  const code = readCode(kit.chain, address).catch((): typeof UNREAD => UNREAD)
  const { held, blocks, more } = await findApprovals(kit.chain, address, kit.signal, known)
  const list = await Promise.all(held.map((each) => named(kit, each)))
  return { list, blocks, more, unread: 0, issued: [], runs: await code }
}

/** The node's answers contain no symbols: those come from the account's token balances, where they list the mint. */
async function readSolana(kit: PluginKit, address: string): Promise<Read> {
  const { held, mints, unread } = await findDelegations(kit.chain, address)
  const { taken, unread: others } = await findIssuers(kit.chain, mints)
  const knownOf = (mint: string) =>
    kit.account().tokenBalance?.find((token) => token.address?.split(':').at(-1) === mint)
  const list = held.map((each): SolanaApproval => {
    const known = knownOf(each.token)
    return { ...each, symbol: known?.symbol || undefined, iconUrl: known?.iconUrl }
  })
  const issued = taken.map((mint) => knownOf(mint)?.symbol || shortAddress(mint))
  return { list, blocks: undefined, more: 0, unread: unread + others, issued, runs: undefined }
}

/**
 * Adds the picture and, except for NFTs, symbol and decimals. Without a symbol, the screen shows the contract's
 * address.
 */
async function named(kit: PluginKit, held: Held): Promise<EvmApproval> {
  const known = kit.account().tokenBalance?.find(({ address }) => address?.toLowerCase().endsWith(held.token))
  const isToken = held.kind === 'token' || held.kind === 'permit2'
  const facts = isToken ? await kit.chain.getToken(held.token).catch(() => undefined) : undefined
  return { ...held, symbol: facts?.symbol, decimals: facts?.decimals, iconUrl: known?.iconUrl }
}

/**
 * Approvals without a limit and those for whole collections come first, then (on Solana) those that cover all that the
 * token account holds now, then the others; those of frozen token accounts last. Within each group, by token address.
 */
const byDanger = (a: Approval, b: Approval) => danger(b) - danger(a) || (a.token < b.token ? -1 : 1)
const danger = (each: Approval) => {
  if (each.kind !== 'delegate') return isUnlimited(each) || each.kind === 'collection' ? 2 : 0
  if (each.frozen) return -1
  return isEndless(each) ? 2 : isWhole(each) ? 1 : 0
}
