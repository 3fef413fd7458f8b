/** Lists, revokes and grants the sessions of the active account. */
import { latest, onAccountChange, type PluginKit, proxy, Superseded } from 'walletkit/plugin'
import type { SessionsApi } from './api.ts'
import { SESSION_ERRORS, sessionError } from './errors.ts'
import { grant, type Granted, type Wanted } from './grant.ts'
import { sessionMessages } from './messages.ts'
import type { Session } from './session.ts'

export type SessionsController = ReturnType<typeof createSessionsController>

/** The message (EIP-191) that the account signs to end a session. */
export const revocation = (pci: string) => `Revoke the smart session ${pci}`

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

export default function createSessionsController({ kit, api }: { kit: PluginKit; api: SessionsApi | undefined }) {
  const state = proxy(blank())
  onAccountChange(kit, () => Object.assign(state, blank()))

  const read = latest((service: SessionsApi, caipAddress: string) => service.list(caipAddress, kit.signal))

  /** Reloads the list. Keeps the known sessions meanwhile, and after a failure. */
  async function load(): Promise<void> {
    const { caipAddress } = kit.account()
    if (!api || !caipAddress) return
    Object.assign(state, { loading: true, failed: false })
    const isOurs = () => kit.account().caipAddress === caipAddress
    try {
      const sessions = await read(api, caipAddress)
      if (isOurs()) Object.assign(state, { sessions, loading: false })
    } catch (error) {
      if (error instanceof Superseded || !isOurs()) return
      Object.assign(state, { loading: false, failed: true })
      kit.report(error, 'SESSIONS_FETCH', SESSION_ERRORS)
    }
  }

  /** Requests a signature, then revokes the session. One at a time. Returns whether the session was revoked. */
  async function revoke(pci: string): Promise<boolean> {
    const { caipAddress } = kit.account()
    if (!api || !caipAddress || state.revoking !== undefined) return false
    state.revoking = pci
    try {
      const signature = await kit.chain.signMessage(revocation(pci))
      await api.revoke(caipAddress, { pci, signature })
      if (kit.account().caipAddress === caipAddress) state.sessions = state.sessions?.filter((each) => each.pci !== pci)
      kit.toast.success(kit.text('sessions.revoked', sessionMessages['sessions.revoked']))
      return true
    } catch (error) {
      kit.report(error, 'SESSION_REVOKE', SESSION_ERRORS)
      return false
    } finally {
      if (state.revoking === pci) state.revoking = undefined
    }
  }

  /** Grants a request that was parsed and shown. Reports a failure, then rejects. */
  async function allow(wanted: Wanted): Promise<Granted> {
    if (!api) throw sessionError('SESSION_UNABLE')
    if (state.granting) throw sessionError('SESSION_GRANT')
    state.granting = true
    try {
      const granted = await grant(kit, api, wanted)
      void load()
      return granted
    } catch (error) {
      kit.report(error, 'SESSION_GRANT', SESSION_ERRORS)
      throw error
    } finally {
      state.granting = false
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
      const sessions = await api.list(caipAddress, kit.signal)
      const active = sessions.filter(({ expiry }) => expiry > Date.now())
      return active.map(({ pci, app, expiry }) => ({ id: pci, name: app.name, iconUrl: app.iconUrl, expiry }))
    },
    open: (id: string) => void kit.push('SmartSessionDetail', { pci: String(id) }),
  }

  return { api: forPlugins, state, hasService: api !== undefined, load, revoke, allow, readToken }
}
