/** Fills the form with the page's values as soon as account and network are known. */
import type { PluginKit, TokenBalance } from 'walletkit/plugin'
import { decimalsOf, parseAmount } from './amount.ts'
import { SEND_ERRORS, sendError } from './errors.ts'
import { argumentError, findToken, networkOf, parsePreselected, type Preselected } from './preselect.ts'
import type { SendChecks, SendState } from './state.ts'

type Verbs = {
  fetchTokens: () => Promise<void>
  fetchGas: () => Promise<void>
  reset: () => void
  setToken: (token: TokenBalance) => void
  setAmount: (text: string) => void
  setReceiver: (text: string) => Promise<void>
}

export function createPreselection(kit: PluginKit, state: SendState, checks: SendChecks, verbs: Verbs) {
  /** Values whose token is on another network; applied when the visitor selects that network. */
  let waiting: Preselected | undefined
  let attempt = 0

  const tell = (error: Error) => void kit.report(error, 'SEND_ARGUMENTS', SEND_ERRORS)

  async function apply(wanted: Preselected) {
    const mine = ++attempt
    const { caipAddress } = kit.account()
    const isCurrent = () => mine === attempt && kit.account().caipAddress === caipAddress
    const { token, amount, to } = wanted
    const named = token === undefined ? undefined : networkOf(token)
    if (named !== undefined && named !== kit.network()?.caipNetworkId) {
      const isListed = kit.networks().some(({ caipNetworkId }) => caipNetworkId === named)
      if (!isListed) return tell(argumentError('token', token, 'is on a network that the config does not list'))
      waiting = wanted
      const cause = new Error(`WalletSend: params.token is on ${named}`)
      return tell(sendError('SEND_ARGUMENT_NETWORK', cause))
    }
    waiting = undefined
    await Promise.all([
      chooseToken(token, amount, isCurrent),
      to === undefined ? undefined : chooseReceiver(to, isCurrent),
    ])
  }

  async function chooseToken(token: string | undefined, amount: string | undefined, isCurrent: () => boolean) {
    if (token === undefined) {
      if (amount !== undefined) verbs.setAmount(amount)
      return
    }
    if (state.tokenBalances.length === 0) await verbs.fetchTokens()
    // Stop if the balances failed, which was reported, or if the visitor has selected a token meanwhile.
    if (!isCurrent() || state.lastRetry !== undefined || state.token) return
    const found = findToken(state.tokenBalances, token)
    if (!found) return tell(argumentError('token', token, 'is none that the account holds on the network'))
    verbs.setToken(found)
    if (amount === undefined || state.sendTokenAmount !== undefined) return
    const decimals = decimalsOf(found)
    if (decimals !== undefined && parseAmount(amount, decimals) === undefined)
      return tell(argumentError('amount', amount, `has more than ${decimals} decimal places`))
    verbs.setAmount(amount)
  }

  async function chooseReceiver(to: string, isCurrent: () => boolean) {
    await verbs.setReceiver(to)
    // The visitor typed something else meanwhile, or the resolver failed and reported it.
    if (!isCurrent() || checks.receiverText !== to || checks.resolving || checks.receiverIsAddress) return
    await verbs.setReceiver('')
    tell(argumentError('to', to, 'leads to no account on the network'))
  }

  return {
    /** Starts a visit. Fills the form with the parameters; without parameters, keeps the form as it was. */
    begin: async (params: unknown): Promise<void> => {
      const { wanted, errors } = parsePreselected(params)
      waiting = undefined
      if (params === undefined || state.loading) return
      verbs.reset()
      void verbs.fetchGas()
      errors.forEach(tell)
      await apply(wanted)
    },
    /** Call when the account or network changed: applies values that wait for this network. */
    again: async (): Promise<void> => {
      attempt++
      if (waiting && kit.network()?.caipNetworkId === networkOf(waiting.token ?? '')) await apply(waiting)
    },
  }
}
