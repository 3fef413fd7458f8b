/** The send panel: its state and the actions of its screens. */
import { type PluginKit, proxy, type TokenBalance } from 'walletkit/plugin'
import { SEND_ERRORS, sendError } from './errors.ts'
import { createForm } from './form.ts'
import { sendMessages } from './messages.ts'
import { readOptions } from './options.ts'
import { createOutbox } from './outbox.ts'
import { createPreselection } from './preselection.ts'
import { signOf } from './preselect.ts'
import { createReads } from './reads.ts'
import { createReceiverSearch, findLookAlike } from './receiver.ts'
import { blankChecks, blankSend } from './state.ts'
import { type SendIntent, transfer } from './transfer.ts'

export type SendController = ReturnType<typeof createSendController>

export default function createSendController({ kit, options: given }: { kit: PluginKit; options: unknown }) {
  const options = readOptions(given)
  const state = proxy(blankSend())
  const checks = proxy(blankChecks())
  const form = createForm(kit, state, checks)
  const reads = createReads(kit, state, checks, form, options)
  const outbox = createOutbox(kit)
  const search = createReceiverSearch(kit)
  /** Counts requests to the wallet, so that the result of an abandoned request does not change the newer form. */
  let attempt = 0
  let screens = 0
  /** The visitor went to another screen of the panel and may come back. */
  let inside = false
  /** The last parameters of the view, as text. */
  let came: string | undefined
  kit.onClose(() => (inside = false))

  /** Sets every default, as after a switch of the namespace. Does not cancel a pending wallet request. */
  function reset() {
    attempt++
    Object.assign(state, blankSend())
    Object.assign(checks, blankChecks())
    void search('')
  }

  /** Clears what depends on the account and network. Keeps the receiver and a pending request. */
  function forgetToken() {
    const { receiverAddress, receiverProfileImageUrl, receiverProfileName, loading } = state
    const { receiverText, receiverIsAddress, resolving, receiverNote, since } = checks
    Object.assign(state, blankSend(), { receiverAddress, receiverProfileImageUrl, receiverProfileName, loading })
    Object.assign(checks, blankChecks(), { receiverText, receiverIsAddress, resolving, receiverNote, since })
    guard()
  }

  let last = kit.account()
  kit.onChange(() => {
    const now = kit.account()
    if (now.namespace === last.namespace && now.caipAddress === last.caipAddress) return
    if (now.namespace !== last.namespace) reset()
    else forgetToken()
    last = now
    if (screens > 0) load()
    void preselection.again()
  })

  function load() {
    void reads.fetchTokens()
    void reads.fetchGas()
  }

  /** Checks whether the receiver only looks like a known address, or is the token's own contract. */
  function guard() {
    const to = checks.receiverIsAddress ? state.receiverAddress : undefined
    const known = [...kit.account().allAccounts.map(({ address }) => address), ...outbox.recipients()]
    checks.lookAlike = to && findLookAlike(to, known)
    checks.isOwnContract = to !== undefined && to.toLowerCase() === form.contract()?.toLowerCase()
  }

  /** Why a text cannot be a receiver; `undefined` while it may still be incomplete. */
  function noteOf(typed: string): string | undefined {
    const isSolana = kit.account().namespace === 'solana'
    const isName = typed.includes('.')
    const isHex = isSolana && /^0x[0-9a-f]{6,}$/i.test(typed)
    const wrong = isSolana ? 'send.noAddress' : 'send.mistyped'
    const key = kit.isAddress(typed) || isHex ? wrong : isName ? (isSolana ? 'send.noNames' : 'send.noName') : undefined
    return key && kit.text(key, sendMessages[key], { network: kit.network()?.name ?? '' })
  }

  async function setReceiver(text: string) {
    const typed = text.trim()
    state.receiverAddress = typed || undefined
    state.receiverProfileName = undefined
    state.receiverProfileImageUrl = undefined
    const looking = { receiverIsAddress: false, resolving: typed !== '', receiverNote: undefined }
    Object.assign(checks, looking, { receiverText: text, receiverHolds: undefined })
    guard()
    try {
      const found = await search(typed)
      if (!found) return
      checks.resolving = false
      if (found.kind === 'unknown') checks.receiverNote = noteOf(typed)
      if (found.kind !== 'address' && found.kind !== 'name') return
      state.receiverAddress = found.address
      checks.receiverIsAddress = true
      if (found.kind === 'name') {
        state.receiverProfileName = found.name
        state.receiverProfileImageUrl = found.avatar
      }
      guard()
      reads.estimateSoon()
    } catch (error) {
      checks.resolving = false
      checks.receiverNote = kit.report(error, 'SEND_NAME', SEND_ERRORS).message
    }
  }

  const eventOf = ({ isSmartAccount, caipNetworkId, symbol, amountText }: SendIntent) => ({
    isSmartAccount,
    network: caipNetworkId,
    token: symbol,
    amount: amountText,
  })

  /**
   * Sends what the form shows. Opens the Account view before the wallet request. Does nothing while a request is
   * pending or the form is incomplete; on Solana, reports a missing amount or receiver. Reports failures and never
   * throws them.
   * @throws 'Unsupported chain' on a namespace other than eip155 and solana.
   */
  async function sendToken(): Promise<void> {
    const { namespace } = kit.account()
    if (namespace !== 'eip155' && namespace !== 'solana') throw sendError('UNSUPPORTED_CHAIN')
    if (!state.loading && namespace === 'solana' && !isComplete())
      return void kit.report(sendError('SEND_INCOMPLETE'), 'SEND_INCOMPLETE', SEND_ERRORS)
    const intent = state.loading ? undefined : form.intent()
    if (!intent) return
    const mine = ++attempt
    state.loading = true
    checks.since = Date.now()
    inside = false
    kit.reset('Account')
    kit.track('SEND_INITIATED', eventOf(intent))
    try {
      const hash = await transfer(kit, intent, options)
      outbox.add({ hash, caipNetworkId: intent.caipNetworkId })
      kit.toast.success(kit.text('send.started', sendMessages['send.started']))
      kit.track('SEND_SUCCESS', eventOf(intent))
      if (mine === attempt) reset()
    } catch (error) {
      const { message } = kit.report(error, namespace === 'solana' ? 'SEND_FAILED_SOLANA' : 'SEND_FAILED', SEND_ERRORS)
      kit.track('SEND_ERROR', { ...eventOf(intent), message })
      if (mine === attempt) endOfWait()
    }
  }

  /** The form has an amount above zero and a receiver address. */
  const isComplete = () => (form.amount() ?? 0n) > 0n && checks.receiverIsAddress

  /** Stops waiting for the wallet. The form is free again; a late response is still stored and shown. */
  function endOfWait() {
    attempt++
    state.loading = false
    checks.since = undefined
  }

  function setToken(token: TokenBalance) {
    // The entry is a valtio proxy, which `structuredClone` rejects: copy its fields.
    state.token = { ...token, quantity: { ...token.quantity } }
    Object.assign(checks, { exactBalance: undefined, decimalsDiffer: false, isMax: false, mayFail: false })
    guard()
    void reads.inspectToken()
    reads.estimateSoon()
  }
  function setAmount(text: string) {
    state.sendTokenAmount = text.trim() || undefined
    checks.isMax = false
    reads.estimateSoon()
  }
  function preview() {
    if (form.label() !== 'previewSend') return
    inside = true
    kit.push('WalletSendPreview')
  }

  const preselection = createPreselection(kit, state, checks, {
    fetchTokens: reads.fetchTokens,
    fetchGas: reads.fetchGas,
    reset,
    setToken,
    setAmount,
    setReceiver,
  })

  return {
    state,
    checks,
    sends: outbox.sends,
    /** ms since 1970. The recent list hides sends that are much older than this. */
    loadedAt: Date.now(),
    form,
    reset,
    sendToken,
    setReceiver,
    abandon: endOfWait,
    fetchTokens: reads.fetchTokens,
    fetchGas: reads.fetchGas,

    /** A screen of the panel opened. Call the returned function when it closes. */
    enter: (): (() => void) => {
      if (++screens === 1) load()
      return () => void screens--
    },
    /**
     * Sends the event and fills in the view's parameters, once per visit. Returning from the token list is not a new
     * visit.
     */
    opened: (params?: unknown) => {
      const asked = signOf(params)
      if (!inside || asked !== came) {
        kit.track('OPEN_SEND', {
          isSmartAccount: form.accountType() === 'smartAccount',
          network: kit.network()?.caipNetworkId ?? '',
        })
        void preselection.begin(params)
      }
      inside = false
      came = asked
    },
    pickToken: () => {
      inside = true
      kit.push('WalletSendSelectToken')
    },
    preview,
    /** The visitor pressed Enter in a field: opens the review. On Solana, reports a missing amount or receiver. */
    submit: () => {
      const isMissing =
        kit.account().namespace === 'solana' && state.token !== undefined && !checks.resolving && !isComplete()
      if (isMissing) kit.report(sendError('SEND_INCOMPLETE'), 'SEND_INCOMPLETE', SEND_ERRORS)
      else preview()
    },

    setToken,
    setAmount,
    /** Selects the whole balance; for the native currency, minus the fee. */
    setMax: () => {
      checks.isMax = true
      reads.followMax()
      reads.estimateSoon()
    },
    clearReceiver: () => setReceiver(''),
  }
}
