/**
 * Errors whose texts are for developers. Tests fix most of these texts word for word (tests/requirements.tsv). Each
 * error is a function of its own, so that a page contains only the errors that it uses.
 */
import { WalletKitError } from './base.ts'

const thrown = (code: string, message: string) => () => new WalletKitError(code, message)

export const chainRequired = /* @__PURE__ */ thrown('CHAIN_REQUIRED', 'Chain is required to update chain account data')
export const chainAdapterNotFound = /* @__PURE__ */ thrown('CHAIN_ADAPTER_NOT_FOUND', 'Chain adapter not found')
export const adapterNotFound = /* @__PURE__ */ thrown('ADAPTER_NOT_FOUND', 'Adapter not found')
export const networkClientNotSet = /* @__PURE__ */ thrown('NETWORK_CLIENT', 'NetworkController client not set')
export const connectionClientNotSet = /* @__PURE__ */ thrown('CONNECTION_CLIENT', 'ConnectionController client not set')
export const clientsNotSet = /* @__PURE__ */ thrown(
  'CLIENTS',
  'ConnectionControllerClient and NetworkControllerClient must be set',
)
export const networkUndefined = /* @__PURE__ */ thrown('NETWORK_UNDEFINED', 'CaipNetwork is undefined')
export const connectionNotFound = /* @__PURE__ */ thrown('CONNECTION_NOT_FOUND', 'Connection not found')
export const accountNotFound = /* @__PURE__ */ thrown('ACCOUNT_NOT_FOUND', 'Account not found')
export const siwxNotEnabled = /* @__PURE__ */ thrown('SIWX_NOT_ENABLED', 'SIWX is not enabled')
export const noActiveAddress = /* @__PURE__ */ thrown('NO_ACTIVE_ADDRESS', 'No ActiveCaipAddress found')
export const noActiveNetwork = /* @__PURE__ */ thrown('NO_ACTIVE_NETWORK', 'No ActiveCaipNetwork or client found')
export const callsChanged = /* @__PURE__ */ thrown(
  'CALLS_CHANGED',
  'The account or the network changed: no further call was sent',
)
export const callsFailed = /* @__PURE__ */ thrown('CALLS_FAILED', 'The calls failed: the network undid them')
export const callsPartly = /* @__PURE__ */ thrown('CALLS_PARTLY', 'Some of the calls failed, others did not')
