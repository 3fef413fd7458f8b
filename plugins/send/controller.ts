/** The send panel: what its screens show and what they call. */
import { createVisits, onAccountChange, type PluginKit, type TokenBalance } from 'walletkit/plugin'
import { readContacts } from './contacts.ts'
import { accept, isHasty, setAmount, setMax, setReceiver, setToken } from './choose.ts'
import { createBook } from './book.ts'
import { accountType, isComplete, isLoading, label } from './form.ts'
import { createSeveral } from './many/several.ts'
import { createPanel, forgetToken } from './panel.ts'
import { createPreselection } from './preselection.ts'
import { fetchGas, fetchKnown, fetchTokens, lookForTokens } from './reads.ts'
import { abandon, leave, reportIncomplete, sendToken } from './send.ts'

export type SendController = ReturnType<typeof createSendController>

export default function createSendController({ kit, options }: { kit: PluginKit; options: unknown }) {
  const panel = createPanel(kit, options)
  const { state, outbox } = panel
  const visits = createVisits(kit)
  const preselection = createPreselection(panel)
  const several = createSeveral(panel, visits.stay)

  function load() {
    readContacts(panel)
    void fetchTokens(panel)
    void fetchGas(panel)
    void fetchKnown(panel)
  }
  onAccountChange(kit, (now, before) => {
    if (now.namespace !== before.namespace) leave(panel)
    else forgetToken(panel)
    several.changed(now.namespace !== before.namespace)
    readContacts(panel)
    if (visits.isOpen()) load()
    void preselection.again()
  })
  function preview() {
    if (label(panel) !== 'previewSend' || accept(panel) || isHasty(panel)) return
    visits.stay()
    kit.push('WalletSendPreview')
  }

  return {
    kit,
    /** Loads the actions for pages that send without the modal's form. */
    headless: async () => (await import('./headless.ts')).createHeadless(panel),
    options: panel.options,
    state,
    outbox,
    visits: visits.state,
    sends: outbox.sends,
    /**
     * When this controller was created, in ms since 1970. The list of recent sends hides sends that are more than a day
     * older.
     */
    loadedAt: Date.now(),
    reset: () => leave(panel),
    sendToken: () => {
      const sending = sendToken(panel)
      if (isLoading(panel)) visits.end()
      return sending
    },
    abandon: () => abandon(panel),
    fetchTokens: (force = false) => fetchTokens(panel, force),
    /** Reads the tokens again for an account that had none; not while the panel is closed or the page is hidden. */
    lookForTokens: async () => {
      if (visits.isOpen() && document.visibilityState !== 'hidden') await lookForTokens(panel)
    },
    fetchGas: () => fetchGas(panel),

    /**
     * Loads contacts, tokens and fees when the first screen of the panel opens. Call this when a screen opens, and the
     * returned function when the screen closes. While a screen is open, a change of the account loads the data again.
     */
    enter: (): (() => void) => {
      const isFirst = !visits.isOpen()
      const end = visits.enter()
      if (isFirst) load()
      return end
    },
    /**
     * Tracks `OPEN_SEND` and fills the form with the view's parameters, once per visit. Resolves when the form is
     * filled in; values that cannot be used are reported by then.
     */
    opened: async (params?: unknown): Promise<void> => {
      if (!visits.begin(params)) return
      const isSmartAccount = accountType(panel) === 'smartAccount'
      kit.track('OPEN_SEND', { isSmartAccount, network: kit.network()?.caipNetworkId ?? '' })
      await preselection.begin(params)
    },
    pickToken: () => {
      visits.stay()
      kit.push('WalletSendSelectToken')
    },
    preview,
    accept: () => accept(panel),
    /**
     * Call when the visitor presses Enter in a field: opens the review, or first accepts a receiver that looks like a
     * known address. On Solana, reports a missing amount or receiver.
     */
    submit: () => {
      const isSettled = state.token !== undefined && state.receiver.status !== 'searching'
      if (kit.account().namespace === 'solana' && isSettled && !isComplete(panel)) reportIncomplete(panel)
      else preview()
    },

    setToken: (token: TokenBalance) => setToken(panel, token),
    setAmount: (text: string) => setAmount(panel, text),
    setMax: () => setMax(panel),
    setReceiver: (text: string) => setReceiver(panel, text),
    clearReceiver: () => setReceiver(panel, ''),

    book: createBook(panel, visits.stay),
    /** The rows of a send to several recipients; `several` has the actions of its screens. */
    many: panel.many,
    several,
  }
}
