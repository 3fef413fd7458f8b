/** Lists, revokes and grants the sessions of the active account. */
import { latest, onAccountChange, type PluginKit, proxy, Superseded } from 'walletkit/plugin'
import type { SessionsApi } from './api.ts'
import { SESSION_ERRORS, sessionError } from './errors.ts'
import { grant, type Granted, type Wanted } from './grant.ts'
import { withOwnEnds } from './kept.ts'
import { sessionMessages } from './messages.ts'
import { endSession } from './revoke.ts'
import type { Session } from './session.ts'
import { momentText } from './words.ts'

export type SessionsController = ReturnType<typeof createSessionsController>

export type SessionsState = {
  /** `undefined` until they are loaded. */
  sessions: readonly Session[] | undefined
  loading: boolean
  failed: boolean
  /** Id of the session that is being revoked. */
  revoking: string | undefined
  granting: boolean
}

const blank = (): SessionsState => ({
  sessions: undefined,
  loading: false,
  failed: false,
  revoking: undefined,
  granting: false,
})

const unlistedText = (kit: PluginKit, expiry: number) =>
  kit.text('sessions.unlisted', sessionMessages['sessions.unlisted'], { when: momentText(expiry, kit.locale) })

export default function createSessionsController({ kit, api }: { kit: PluginKit; api: SessionsApi | undefined }) {
  const state = proxy(blank())
  let { address } = kit.account()
  onAccountChange(kit, () => {
    // A wallet request goes on after a change of network. Keep its mark, so that the wallet is not asked a second time.
    const asked = kit.account().address === address && { revoking: state.revoking, granting: state.granting }
    address = kit.account().address
    Object.assign(state, { ...blank(), ...asked })
  })

  const read = latest((service: SessionsApi, caipAddress: string) => service.list(caipAddress, kit.signal))

  /** Reloads the list. Keeps the known sessions meanwhile, and after a failure. */
  async function load(): Promise<void> {
    const { caipAddress } = kit.account()
    if (!api || !caipAddress) return
    Object.assign(state, { loading: true, failed: false })
    const isOurs = () => kit.account().caipAddress === caipAddress
    try {
      const sessions = withOwnEnds(kit, caipAddress, await read(api, caipAddress))
      if (isOurs()) Object.assign(state, { sessions, loading: false })
    } catch (error) {
      if (error instanceof Superseded || !isOurs()) return
      Object.assign(state, { loading: false, failed: true })
      kit.report(error, 'SESSIONS_FETCH', SESSION_ERRORS)
    }
  }

  /** Sessions that the wallet has ended, but that the session service still lists. */
  const ended = new Set<string>()

  /**
   * Ends a session at the wallet, then removes it from the service's list, for which the account signs. Ends only one
   * session at a time. Returns whether the service removed it. If the wallet did not end it, a message tells the
   * visitor until when the session's key can act.
   */
  async function revoke(pci: string): Promise<boolean> {
    const { caipAddress } = kit.account()
    const session = state.sessions?.find((each) => each.pci === pci)
    if (!api || !caipAddress || !session || state.revoking !== undefined) return false
    state.revoking = pci
    const { expiry, context } = session
    try {
      const isEnded = await endSession(kit, api, { pci, context }, ended)
      if (kit.account().caipAddress === caipAddress) state.sessions = state.sessions?.filter((each) => each.pci !== pci)
      if (isEnded || expiry <= Date.now())
        kit.toast.success(kit.text('sessions.revoked', sessionMessages['sessions.revoked']))
      else kit.toast.error(unlistedText(kit, expiry))
      return true
    } catch (error) {
      kit.report(error, 'SESSION_REVOKE', SESSION_ERRORS)
      return false
    } finally {
      if (state.revoking === pci) state.revoking = undefined
    }
  }

  /**
   * Grants a request that was parsed and shown. Reports a failure, then rejects. Rejects without a report if the site
   * has no session service, and while another grant is pending.
   */
  async function allow(wanted: Wanted): Promise<Granted> {
    if (!api) throw sessionError('SESSION_UNABLE')
    if (state.granting) throw sessionError('SESSION_GRANT')
    state.granting = true
    const asking = kit.account().address
    try {
      const granted = await grant(kit, api, wanted)
      void load()
      return granted
    } catch (error) {
      kit.report(error, 'SESSION_GRANT', SESSION_ERRORS)
      throw error
    } finally {
      // Another account may be asking by then.
      if (kit.account().address === asking) state.granting = false
    }
  }

  /** A token's symbol and decimals, to describe amounts; `undefined` if its contract does not answer. */
  const readToken = (address: string) =>
    kit.chain.getToken(address).then(
      ({ symbol, decimals }) => ({ symbol, decimals }),
      () => undefined,
    )

  /** For other plugins (`kit.use`): the sessions of the active account that have not ended, and the screen of one. */
  const forPlugins = {
    list: async () => {
      const { caipAddress } = kit.account()
      if (!api || !caipAddress) return []
      const sessions = withOwnEnds(kit, caipAddress, await api.list(caipAddress, kit.signal))
      const active = sessions.filter(({ expiry }) => expiry > Date.now())
      return active.map(({ pci, app, expiry }) => ({ id: pci, name: app.name, iconUrl: app.iconUrl, expiry }))
    },
    open: (id: string) => void kit.push('SmartSessionDetail', { pci: String(id) }),
  }

  return { api: forPlugins, state, hasService: api !== undefined, load, revoke, allow, readToken }
}
