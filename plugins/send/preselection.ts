/**
 * Fills the send form with the values that a page passes. If the values are for another network, fills the form once
 * the visitor has switched to it.
 */
import { createTurns, parseAmount } from 'walletkit/plugin'
import { setAmount, setReceiver, setToken } from './choose.ts'
import { SEND_ERRORS, sendError } from './errors.ts'
import { isLoading } from './form.ts'
import { resetPanel, type SendPanel } from './panel.ts'
import { argumentError, findToken, networkOf, parsePreselected, type Preselected } from './preselect.ts'
import { fetchGas, fetchTokens } from './reads.ts'
import { decimalsOf } from './tokens.ts'

export function createPreselection(panel: SendPanel) {
  const { kit } = panel
  /** Values whose token is on another network; applied when the visitor selects that network. */
  let waiting: Preselected | undefined
  const turns = createTurns()

  async function apply(wanted: Preselected) {
    const isNewest = turns.begin()
    const { caipAddress } = kit.account()
    const isCurrent = () => isNewest() && kit.account().caipAddress === caipAddress
    const { token, to } = wanted
    const named = token === undefined ? undefined : networkOf(token)
    if (named !== undefined && named !== kit.network()?.caipNetworkId) {
      const isListed = kit.networks().some(({ caipNetworkId }) => caipNetworkId === named)
      if (!isListed) return tell(panel, argumentError('token', token, 'is on a network that the config does not list'))
      waiting = wanted
      const cause = new Error(`WalletSend: params.token is on ${named}`)
      return tell(panel, sendError('SEND_ARGUMENT_NETWORK', cause))
    }
    waiting = undefined
    await Promise.all([
      chooseToken(panel, wanted, isCurrent),
      to === undefined ? undefined : chooseReceiver(panel, to, isCurrent),
    ])
  }

  return {
    /**
     * Call once per visit. Clears the form and fills it with the parameters. Without parameters, and while a send is
     * pending, leaves the form as it is.
     */
    begin: async (params: unknown): Promise<void> => {
      const { wanted, errors } = parsePreselected(params)
      waiting = undefined
      if (params === undefined || isLoading(panel)) return
      resetPanel(panel)
      void fetchGas(panel)
      for (const error of errors) tell(panel, error)
      await apply(wanted)
    },
    /** Call when the account or network changed: applies values that wait for this network. */
    again: async (): Promise<void> => {
      turns.end()
      if (waiting && kit.network()?.caipNetworkId === networkOf(waiting.token ?? '')) await apply(waiting)
    },
  }
}

const tell = ({ kit }: SendPanel, error: Error) => void kit.report(error, 'SEND_ARGUMENTS', SEND_ERRORS)

async function chooseToken(panel: SendPanel, { token, amount }: Preselected, isCurrent: () => boolean) {
  const { state } = panel
  if (token === undefined) {
    if (amount !== undefined) setAmount(panel, amount)
    return
  }
  if (state.tokenBalances.length === 0) await fetchTokens(panel)
  // Stop if the balances failed, which was reported, or if the visitor has selected a token meanwhile.
  if (!isCurrent() || state.lastRetry !== undefined || state.token) return
  const found = findToken(state.tokenBalances, token)
  if (!found) return tell(panel, argumentError('token', token, 'is not held by the account on this network'))
  setToken(panel, found)
  if (amount === undefined || state.sendTokenAmount !== undefined) return
  const decimals = decimalsOf(found)
  if (decimals !== undefined && parseAmount(amount, decimals) === undefined)
    return tell(panel, argumentError('amount', amount, `has more than ${decimals} decimal places`))
  setAmount(panel, amount)
}

async function chooseReceiver(panel: SendPanel, to: string, isCurrent: () => boolean) {
  await setReceiver(panel, to)
  const { text, status } = panel.state.receiver
  // Clear the receiver only if it is still the page's receiver and leads to no account: the visitor may have typed
  // another one.
  if (!isCurrent() || text !== to || status !== 'unknown') return
  await setReceiver(panel, '')
  tell(panel, argumentError('to', to, 'leads to no account on the network'))
}
