/** Logs visitors in without a wallet: the functions that plugins call, and the last step of every login. */
import { ref } from 'valtio/vanilla'
import { setAccount } from '../state/setAccount.ts'
import { finishConnection } from '../actions/finishConnection.ts'
import { type Answer, onUser } from '../actions/session.ts'
import { entryOf } from '../state/entries.ts'
import { CONNECTOR_IDS, type Connector } from '../contracts/connector.ts'
import { findConnector } from '../wallets/list.ts'
import { coreError } from '../errors/catalogue.ts'
import { adapterNotFound } from '../errors/thrown.ts'
import type { Kit } from '../contracts/kit.ts'
import { namespacesOf } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import type { AccountState } from '../state/accounts.ts'
import type { Login } from '../contracts/auth.ts'
import { approval } from './approval.ts'
import { driver } from './driver.ts'
import { frameUrl } from './frame.ts'
import { Aborted } from '../errors/aborted.ts'
import { awaitPopup } from './popup.ts'
import { expectReturn, withReturn } from './redirect.ts'
import { claimSocial } from './social.ts'
import { rememberSocial } from './stored.ts'
import { embeddedWallet, emailRules } from './wallet.ts'

export const login = perKit((kit): Login => {
  const wallet = embeddedWallet(kit)
  const { origin } = frameUrl(kit)
  /** Writes fields to the state of the active namespace's account. */
  const show = (fields: Partial<AccountState>) => {
    const namespace = kit.state.networks.activeChain
    if (namespace) setAccount(kit.state.accounts, namespace, fields)
  }
  return {
    connectEmail: async (email) => (await wallet.connectEmail({ email })).action,
    connectDevice: () => wallet.ask('CONNECT_DEVICE'),
    connectOtp: (otp) => wallet.ask('CONNECT_OTP', { otp }),
    connectSocial: async (provider, popup, onDevice) => {
      if (!popup) throw coreError('SOCIAL_BLOCKED')
      const namespace = kit.state.networks.activeChain
      show({ socialWindow: ref(popup), socialProvider: provider })
      // If another login started since, the state has that login's popup: keep its fields.
      const clear = (fields: Partial<AccountState>) => {
        if (namespace && kit.state.accounts[namespace].socialWindow === popup)
          setAccount(kit.state.accounts, namespace, fields)
      }
      try {
        const uri = wallet.getSocialRedirectUri(provider)
        return await claimSocial(wallet, await awaitPopup(kit, { popup, uri, origin }), onDevice)
      } catch (error) {
        clear({ socialProvider: undefined })
        throw error
      } finally {
        clear({ socialWindow: undefined })
      }
    },
    redirectSocial: async (provider) => {
      const uri = withReturn(await wallet.getSocialRedirectUri(provider), location.href, origin)
      rememberSocial(kit, provider)
      expectReturn(
        kit,
        connectorsOf(kit).map(({ chain }) => chain),
      )
      location.assign(uri)
    },
    getFarcasterUri: async () => {
      const { url } = await wallet.ask('GET_FARCASTER_URI')
      show({ farcasterUrl: url })
      return url
    },
    connectFarcaster: () => wallet.ask('CONNECT_FARCASTER'),
    updateEmail: (email, onApproval) => updateEmail(kit, email, onApproval),
    updateEmailPrimaryOtp: (otp) => wallet.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp }),
    updateEmailSecondaryOtp: async (otp) => {
      const email = await wallet.updateEmailSecondaryOtp(otp)
      for (const { id, chain } of connectorsOf(kit)) {
        const { account: { user } = {}, wallet: shown } = entryOf(kit, { id, chain })?.session ?? {}
        if (user) onUser(kit, { id, chain }, { user: { ...user, email } }, { ...shown, name: email })
      }
      return email
    },
    finish: (by) => finish(kit, by),
    email: wallet.stored.email,
    emailWait: () => {
      const { rule, now } = emailRules(kit)
      return rule(wallet.stored.lastEmailTime(), now())
    },
    abort: () => wallet.abort((name) => name !== 'RPC_REQUEST'),
    reload: () => wallet.ask('RELOAD'),
    origin,
  }
})

/**
 * Requests the change of the email address. When the frame waits for the visitor's approval, shows the approval screen;
 * aborts the request instead if `onApproval` returns `false`.
 */
async function updateEmail(kit: Kit, email: string, onApproval: () => boolean = () => true) {
  const { run } = approval(kit)
  const asked = { method: 'UPDATE_EMAIL', params: { email }, namespace: kit.state.networks.activeChain ?? 'eip155' }
  const show = () => {
    if (!onApproval()) return embeddedWallet(kit).abort((name) => name === 'UPDATE_EMAIL')
    // Here the response only closes the screen. The caller gets it, or its error, below.
    void run(asked, () => answer).catch(() => undefined)
  }
  const answer = embeddedWallet(kit).ask('UPDATE_EMAIL', { email }, show)
  try {
    return (await answer).action
  } catch (error) {
    if (error instanceof Error && error.message === 'User rejected the request.') throw new Aborted(error.message)
    throw error
  }
}

/**
 * The AUTH connectors of all namespaces. The connector of the active namespace comes last: each connected namespace
 * becomes the active one, so the active namespace stays active.
 */
function connectorsOf(kit: Kit): Connector[] {
  const { activeChain } = kit.state.networks
  const own = namespacesOf(kit.state.accounts).flatMap(
    (namespace) => findConnector(kit.state.connectors, CONNECTOR_IDS.auth, namespace) ?? [],
  )
  return own.sort((a, b) => Number(a.chain === activeChain) - Number(b.chain === activeChain))
}

async function finish(kit: Kit, { social, userName }: Parameters<Login['finish']>[0] = {}) {
  const { view } = kit.state.router
  const connectors = connectorsOf(kit)
  if (!connectors.length) throw adapterNotFound()
  rememberSocial(kit, social)
  const answers: Answer[] = []
  for (const connector of connectors) {
    const session = await driver.connect(kit, connector)
    embeddedWallet(kit).stored.loggedIn({ email: session.account?.user?.email, userName })
    answers.push({ connector, driver, session })
  }
  await finishConnection(kit, answers, { view, success: { method: 'email', name: social ?? 'email' } })
}
