/** Loads what the on-ramp API lists: the currencies, and the account's purchases. */
import type { Turns } from 'walletkit/plugin'
import { ONRAMP_ERRORS } from './errors.ts'
import type { OnRampPanel } from './panel.ts'

/**
 * Loads the currencies. If the API fails, uses the defaults, so that the visitor can still buy. Returns whether the
 * list was stored: `false` without the API or an account, and if another load began or the account changed meanwhile.
 */
export async function loadCurrencies({ kit, api, settings, state }: OnRampPanel, loads: Turns): Promise<boolean> {
  if (!api || !kit.account().address) return false
  const isCurrent = loads.begin()
  state.source = 'loading'
  const found = await api.options().catch((error: unknown) => {
    kit.report(error, 'ONRAMP_OPTIONS', ONRAMP_ERRORS)
    return 'failed' as const
  })
  if (!isCurrent()) return false
  const set = found === 'failed' ? settings.defaults : found
  state.source = found === 'failed' ? 'fallback' : set ? 'service' : 'unsupported'
  Object.assign(state, structuredClone(set ?? { purchaseCurrencies: [], paymentCurrencies: [] }))
  return true
}

export async function fetchActivity({ kit, api, state }: OnRampPanel): Promise<void> {
  const { address, caipAddress } = kit.account()
  if (!api || !address) return
  state.activity = { status: 'loading', purchases: [] }
  try {
    const purchases = await api.purchases(address)
    if (kit.account().caipAddress === caipAddress) state.activity = { status: 'ready', purchases }
  } catch (error) {
    kit.report(error, 'ONRAMP_ACTIVITY', ONRAMP_ERRORS)
    if (kit.account().caipAddress === caipAddress) state.activity = { status: 'failed', purchases: [] }
  }
}
