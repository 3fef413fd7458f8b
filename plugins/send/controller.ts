/** The send panel: its state, and what a visitor can do to it. */
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
  /** Counts requests to the wallet, so that the end of an abandoned one leaves the newer form alone. */
  let attempt = 0
  let screens = 0
  /** The visitor went on to another screen of the panel, and may come back. */
  let inside = false
  /** What came with the view last, as text. */
  let came: string | undefined
  kit.onClose(() => (inside = false))

  /** Every default, as after a switch to another namespace. A request that is with a wallet goes on by itself. */
  function reset() {
    attempt++
    Object.assign(state, blankSend())
    Object.assign(checks, blankChecks())
    void search('')
  }

  /** Drops what belongs to one account on one network. The receiver and a request that waits stay. */
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

  /** Looks for a receiver that is not what it seems. */
  function guard() {
    const to = checks.receiverIsAddress ? state.receiverAddress : undefined
    const known = [...kit.account().allAccounts.map(({ address }) => address), ...outbox.recipients()]
    checks.lookAlike = to && findLookAlike(to, known)
    checks.isOwnContract = to !== undefined && to.toLowerCase() === form.contract()?.toLowerCase()
  }

  /** Why a text is no receiver, once that is sure; a text that is still short says nothing yet. */
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
   * Sends what stands on the screen. The view is Account before the wallet is asked; a second call while a request is
   * with the wallet does nothing, and neither does one while something is missing: on Solana a missing amount or receiver
   * is told (spec section 5). Failures are reported, never thrown.
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

  /** An amount above zero and an address to send it to, as far as the form can tell. */
  const isComplete = () => (form.amount() ?? 0n) > 0n && checks.receiverIsAddress

  /** Stops waiting for the wallet. Whatever it still answers is kept and said, but the form is free again. */
  function endOfWait() {
    attempt++
    state.loading = false
    checks.since = undefined
  }

  function setToken(token: TokenBalance) {
    // A list's entry is a proxy, which can be copied by its fields only.
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
    /** ms since 1970; what was sent long before is not shown any more. */
    loadedAt: Date.now(),
    form,
    reset,
    sendToken,
    setReceiver,
    abandon: endOfWait,
    fetchTokens: reads.fetchTokens,
    fetchGas: reads.fetchGas,

    /** A screen of the panel is up; the return value takes it down. */
    enter: (): (() => void) => {
      if (++screens === 1) load()
      return () => void screens--
    },
    /**
     * Tells once per visit that the panel was opened, and fills in what came with the view: coming back from the token
     * list is no new visit.
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
    /** Enter in a field: on to the review; on Solana what is missing is told (spec section 5). */
    submit: () => {
      const isMissing =
        kit.account().namespace === 'solana' && state.token !== undefined && !checks.resolving && !isComplete()
      if (isMissing) kit.report(sendError('SEND_INCOMPLETE'), 'SEND_INCOMPLETE', SEND_ERRORS)
      else preview()
    },

    setToken,
    setAmount,
    /** The whole balance, less the fee for the native currency. */
    setMax: () => {
      checks.isMax = true
      reads.followMax()
      reads.estimateSoon()
    },
    clearReceiver: () => setReceiver(''),
  }
}
