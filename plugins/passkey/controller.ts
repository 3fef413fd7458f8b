/** The passkey wallet: the passkey in use, its provider, and what its screens show and call. */
import { externalConnector, isUserRejection, type PluginKit, proxy } from 'walletkit/plugin'
import { accountOf } from './account.ts'
import { codeOf, PASSKEY_ERRORS, passkeyError } from './errors.ts'
import { createKeyActions } from './keyActions.ts'
import type { PasskeyOptions } from './options.ts'
import { createProvider } from './provider.ts'
import { createReview } from './review.ts'
import { rightSite } from './rightSite.ts'
import { rpcOf } from './rpc.ts'
import { followSent } from './follow.ts'
import { type Passkey, storedPasskey, storePasskey } from './stored.ts'
import { createPasskey, isSupported, rpIdHashOf, rpIdOf } from './webauthn.ts'

export type PasskeyController = ReturnType<typeof createPasskeyController>
/**
 * `again`: the visitor has to confirm a second time, because one signature fits two public keys. `note`: the text of
 * the last error. `next`: what the visitor can do about it, or ''. `recovery`: the account's recovery wallet on the
 * active network.
 */
export type State = {
  passkey: Passkey | undefined
  busy: boolean
  note: string
  next: string
  again: boolean
  recovery: string | undefined
}

const IDLE = { busy: false, note: '', next: '', again: false, recovery: undefined }

export default function createPasskeyController({ kit, options }: { kit: PluginKit; options: PasskeyOptions }) {
  const state = proxy<State>({ ...IDLE, passkey: storedPasskey(kit) })
  const rpId = () => rpIdOf(options.rpId)
  const rpcOn = (chainId: number) => rpcOf(kit, options.bundler ?? '', chainId)
  const review = createReview(kit, rpcOn, rpId, options.feeTokens)
  const provider = createProvider(kit, {
    passkey: () => state.passkey,
    read: (chainId, method, params) => rpcOn(chainId)(method, params),
    ask: (asked) => review.ask(known(state), asked),
  })
  const connector = externalConnector({ id: 'passkey', name: 'Passkey', provider })
  const chainId = async () => Number(await provider.request({ method: 'eth_chainId' }))
  /** The name under which password managers list the passkey. */
  const name = () => kit.text('passkey.name', 'Wallet on {site}', { site: rpId() })
  let answerAgain: (goOn: boolean) => void = () => {}

  /**
   * Runs one action, unless another one is pending. Never rejects: `state.note` gets the error's text, or, when the
   * visitor cancelled on the device, a text that says that nothing was created or signed.
   */
  async function run(action: () => Promise<void>): Promise<void> {
    if (state.busy) return
    Object.assign(state, { busy: true, note: '', next: '' })
    try {
      if (!isSupported()) throw passkeyError('PASSKEY_UNSUPPORTED')
      await action()
    } catch (error) {
      const code = codeOf(error)
      const { message } = kit.report(error, code, PASSKEY_ERRORS)
      state.next = code === 'PASSKEY_DOMAIN' ? rightSite(kit, options.rpId) : ''
      state.note = isUserRejection(error)
        ? kit.text('passkey.cancelled', 'Cancelled on your device. Nothing was created or signed.')
        : message
    } finally {
      Object.assign(state, { busy: false, again: false })
    }
  }

  async function connectAs(passkey: Passkey): Promise<void> {
    storePasskey(kit, passkey)
    state.passkey = passkey
    await kit.connect(connector)
    provider.tell(passkey.account)
  }

  const create = async (): Promise<void> => {
    const passkey = await createFirst(rpId(), name())
    kit.track('PASSKEY_CREATED')
    await connectAs(passkey)
  }

  /**
   * Waits for the visitor to press a button before the second confirmation, because some browsers open the passkey
   * window only within a click. `false` when the visitor leaves the screen.
   */
  const again = () =>
    new Promise<boolean>((resolve) => {
      answerAgain = resolve
      state.again = true
    })

  async function find(): Promise<void> {
    const { findPasskey } = await import('./find.ts')
    const found = await findPasskey(rpcOn(await chainId()), rpId(), again)
    if (!found) throw passkeyError('PASSKEY_UNKNOWN')
    kit.track('PASSKEY_FOUND')
    await connectAs(found)
  }

  if (state.passkey && options.bundler !== undefined) {
    kit.offer(connector)
    void followSent(kit, rpcOn)
  }

  const withPasskey = (action: (passkey: Passkey) => Promise<void>) => run(() => action(known(state)))

  return {
    state,
    review: review.state,
    /** Whether the site has configured a bundler. */
    isConfigured: options.bundler !== undefined,
    confirm: review.confirm,
    choose: review.choose,
    create: () => run(create),
    find: () => run(find),
    goOn: (isAgreed: boolean) => {
      state.again = false
      answerAgain(isAgreed)
    },
    resume: () => withPasskey(connectAs),
    clear: () => void Object.assign(state, { note: '', next: '' }),
    ...createKeyActions({ kit, state, run, withPasskey, ask: review.ask, rpcOn, chainId, rpId, name, connectAs }),
  }
}

/**
 * The passkey of this page, not the stored one: another tab may have stored that of another account. Throws
 * PASSKEY_UNKNOWN if there is none.
 */
function known({ passkey }: State): Passkey {
  if (!passkey) throw passkeyError('PASSKEY_UNKNOWN')
  return passkey
}

/** Creates a passkey that becomes the first owner of a new account. */
async function createFirst(rpId: string, name: string): Promise<Passkey> {
  const userHandle = crypto.getRandomValues(new Uint8Array(32))
  const key = { ...(await createPasskey({ rpId, name, userHandle })), rpIdHash: await rpIdHashOf(rpId) }
  return { ...key, account: accountOf(key) }
}
