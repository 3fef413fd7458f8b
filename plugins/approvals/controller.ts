/** The approvals of the active account on all of its networks: what the screen shows and what it calls. */
import {
  addressKey,
  type CaipNetwork,
  createTurns,
  onAccountChange,
  type PluginEvents,
  type PluginKit,
  proxy,
  shortAddress,
  type Turns,
} from 'walletkit/plugin'
import { APPROVAL_ERRORS } from './errors.ts'
import { sessionsOf } from './grants.ts'
import { networksOf } from './networks.ts'
import { givenBy } from './notice.ts'
import { named, readApprovals } from './read.ts'
import { endChosen } from './revoke.ts'
import { type ApprovalsState, blankApprovals, blankSection, isFrozen, type Section } from './state.ts'

export type ApprovalsController = ReturnType<typeof createApprovalsController>

export default function createApprovalsController({ kit }: { kit: PluginKit }) {
  const state = proxy<ApprovalsState>(blankApprovals())
  const reading = createReading(kit, state)
  let screens = 0

  kit.on('transaction', (sent) => {
    // If the new approvals cannot be read, no notice appears: the approvals screen reports such failures itself.
    if (sent.caipNetworkId.startsWith('eip155:')) void tellGiven(kit, sent).catch(() => undefined)
  })
  onAccountChange(kit, (now, before) => {
    if (now.address !== before.address) kit.progress.hide()
    // If only the network changed, the approvals stay valid, and only the smart sessions, which belong to one network,
    // are read again.
    const isSame = now.address === before.address && now.namespace === before.namespace && reading.isComplete()
    Object.assign(state, isSame ? { grants: [], grantsFailed: false } : blankApprovals())
    if (screens > 0) void (isSame ? reading.loadGrants : reading.load)()
  })

  return {
    state,
    /** Reads the approvals on all networks at the same time. Resolves when each network has answered or failed. */
    load: reading.load,
    /** Reads one network (CAIP-2) again. */
    read: reading.read,
    /** Call when the screen opens, and the returned function when it closes. */
    enter: (): (() => void) => {
      screens++
      kit.track('OPEN_APPROVALS', { network: kit.network()?.caipNetworkId ?? '' })
      void reading.load()
      return () => void screens--
    },
    /**
     * Adds one approval of a network (CAIP-2) to those that are to be ended, or removes it from them. Does nothing
     * while approvals are being ended, and for an approval of a frozen token account.
     */
    choose: (network: string, key: string): void => {
      const section = sectionOf(state, network)
      const found = section?.list?.find((each) => each.key === key)
      if (state.ending || !section || !found || isFrozen(found)) return
      const isChosen = section.chosen.includes(key)
      section.chosen = isChosen ? section.chosen.filter((each) => each !== key) : [...section.chosen, key]
      section.unreached = false
    },
    /** Opens the screen of a smart session, where the visitor can end the session. */
    openGrant: (id: string): void => void openGrant(kit, id),
    end: () => endChosen(kit, state, reading.read),
  }
}

const sectionOf = ({ sections }: ApprovalsState, network: string): Section | undefined =>
  sections.find((each) => each.network.caipNetworkId === network)

/** Reads each network separately, so that one that fails or is slow does not delay the others. */
function createReading(kit: PluginKit, state: ApprovalsState) {
  const ofGrants = createTurns()
  const turns = new Map<string, Turns>()
  const beginOf = (network: string) => {
    const own = turns.get(network) ?? createTurns()
    turns.set(network, own)
    return own.begin()
  }

  async function read(network: string): Promise<void> {
    const section = sectionOf(state, network)
    const { address } = kit.account()
    if (!section || !address) return
    const isNewest = beginOf(network)
    const isCurrent = () => isNewest() && sectionOf(state, network) === section
    section.failed = false
    try {
      const found = await readApprovals(kit, section.network, address)
      if (!isCurrent()) return
      const open = new Set(found.list?.filter((each) => !isFrozen(each)).map(({ key }) => key))
      section.arrival ??= state.sections.filter(({ arrival }) => arrival !== undefined).length
      Object.assign(section, { ...found, chosen: section.chosen.filter((key) => open.has(key)) })
    } catch (error) {
      if (!isCurrent()) return
      section.failed = true
      kit.report(error, 'APPROVALS_FAILED', APPROVAL_ERRORS)
    }
  }

  /** Reads the smart sessions, and reports if they cannot be read. */
  async function loadGrants(): Promise<void> {
    const isNewest = ofGrants.begin()
    const { address, caipAddress, namespace } = kit.account()
    if (!address || namespace !== 'eip155') return
    const isCurrent = () => isNewest() && kit.account().caipAddress === caipAddress
    try {
      const grants = (await (await sessionsOf(kit))?.list()) ?? []
      if (isCurrent()) Object.assign(state, { grants, grantsFailed: false })
    } catch (error) {
      if (!isCurrent()) return
      state.grantsFailed = true
      kit.report(error, 'SESSIONS_UNREAD', APPROVAL_ERRORS)
    }
  }

  async function load(): Promise<void> {
    const networks = isServed(kit.account().namespace) ? networksOf(kit) : []
    state.sections = networks.map((each) => sectionOf(state, each.caipNetworkId) ?? blankSection(each))
    void loadGrants()
    await Promise.all(networks.map(({ caipNetworkId }) => read(caipNetworkId)))
  }

  return {
    load,
    read,
    loadGrants,
    /** Whether there is a section for each of the account's networks, so that only the smart sessions must be read. */
    isComplete: () => {
      const networks = networksOf(kit)
      const isListed = ({ caipNetworkId }: CaipNetwork) => sectionOf(state, caipNetworkId) !== undefined
      return networks.length > 0 && networks.length === state.sections.length && networks.every(isListed)
    },
  }
}

/** Whether accounts of the namespace can have approvals of the kinds that this plugin knows. */
const isServed = (namespace: string | undefined) => namespace === 'eip155' || namespace === 'solana'

async function tellGiven(kit: PluginKit, sent: PluginEvents['transaction']) {
  const held = await givenBy(kit, sent)
  const given = await Promise.all(held.map((each) => named(kit, sent.caipNetworkId, each)))
  // The wallet or the page may have written the sender with other capital letters: compare the canonical forms.
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

const openGrant = async (kit: PluginKit, id: string): Promise<void> =>
  sessionsOf(kit)
    .then((sessions) => sessions?.open(id))
    .catch((error: unknown) => void kit.report(error, 'SESSIONS_UNREAD', APPROVAL_ERRORS))
