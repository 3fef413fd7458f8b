/** Advice for errors that are thrown to the caller of a function and have no text for visitors. */
import type { Advice } from './advice.ts'

const CONNECTED = 'Wait until `kit.getAccount()` has an address, or open the modal first.'
const CHAIN = 'Check that the namespace is one of your `networks`.'
const OLD = 'A call in the form of an older library came too early. Call it after `createWalletKit`.'

export const THROWN_ADVICE: Readonly<Record<string, Advice>> = {
  USER_REJECTED: [
    'A hook’s `error`: the visitor declined in the wallet.',
    'Say so, and offer the same action again. Never ask again by yourself.',
  ],
  NOT_CONNECTED: ['No wallet is connected on eip155.', CONNECTED],
  NO_PROVIDER: ['A hook or a button is outside of the provider.', 'Put `<WalletKitProvider kit={kit}>` around it.'],
  NO_KIT: ['A part of `walletkit/ui` is outside of the modal.', 'Use it in views of plugins only.'],
  FOREIGN_KIT: [
    'Two copies of walletkit are installed: the kit belongs to the other one.',
    '`walletkit doctor` names both. Use your package manager’s `dedupe`.',
  ],
  CONFIG_INVALID: [
    'The options contradict each other.',
    'The message says which. `walletkit check` finds it before a visitor does.',
  ],
  HOST_REFUSED: [
    'A request went to a host that the config does not name.',
    'Name the service, or the RPC address, in the config.',
  ],
  PERMISSION: [
    'A plugin did what it did not declare, or what the site did not grant.',
    'Declare it under `permissions`; the site grants it with `walletkit add`.',
  ],
  NETWORK_CHANGED: ['The wallet is on another network than the signer.', 'Get a new signer: `watchSigner` does.'],
  LAST_NETWORK: ['The last network of a namespace cannot be removed.', 'Add another one first.'],
  ADAPTER_IN_USE: ['The adapter has a connected wallet.', 'Disconnect first.'],
  FRAME: ['The login service’s frame refused a request.', 'The message is the service’s.'],
  FRAME_TIMEOUT: ['The login service’s frame did not answer within 30 seconds.', 'Check that the service runs.'],
  CHAIN_REQUIRED: ['A function needs a namespace, and none is active.', CHAIN],
  CHAIN_ADAPTER_NOT_FOUND: ['The page has no adapter for this namespace.', CHAIN],
  ADAPTER_NOT_FOUND: ['The page has no adapter for this namespace.', CHAIN],
  NETWORK_CLIENT: ['The kit is not ready for network calls.', OLD],
  CONNECTION_CLIENT: ['The kit is not ready for connection calls.', OLD],
  CLIENTS: ['The kit is not ready.', OLD],
  NETWORK_UNDEFINED: ['No network is active.', CHAIN],
  CONNECTION_NOT_FOUND: ['The connection has ended.', 'Read `kit.getConnections()` again.'],
  ACCOUNT_NOT_FOUND: ['The address is not one of the connected accounts.', 'Read `kit.getConnections()` again.'],
  CALLS_CHANGED: [
    'The person chose another account or network between two calls. What was sent before counts.',
    'Read `kit.getAccount()` again, and let the person start anew.',
  ],
  CALLS_FAILED: [
    'The network undid the call, or the batch.',
    'Nothing moved but the fee. `simulate` says why beforehand.',
  ],
  CALLS_PARTLY: [
    'The wallet sent the batch’s calls one by one, and one of them failed.',
    'Show what happened from the chain; do not send the rest by yourself.',
  ],
  SIWX_NOT_ENABLED: ['Sign-in is off.', 'Set `siwx` in the config, or pass it in code.'],
  NO_ACTIVE_ADDRESS: ['No account is active.', CONNECTED],
  NO_ACTIVE_NETWORK: ['No network is active.', CHAIN],
  FEATURE_OFF: [
    'A hook of a page without the modal needs a feature that this build does not have.',
    'Switch it on in `features`; the message names it.',
  ],
  SEND_PENDING: ['Another send waits for the wallet.', 'Wait until `status` is no longer `wallet`.'],
  SEND_INSUFFICIENT_FUNDS: ['The account holds less than the amount.', 'Show `error.message` beside the amount.'],
  SEND_INSUFFICIENT_GAS: ['The account cannot pay the network cost.', 'Show `error.message` beside the amount.'],
  SEND_BLOCKED: [
    'The transfer would lose money: the recipient is the token’s own contract, the decimals are in doubt, or an account would keep too little.',
    'Offer no way around it. Let the visitor choose another token, recipient or amount.',
  ],
  SEND_LOOK_ALIKE: [
    'The recipient looks like an address that the account has used, but is another one.',
    'Show both addresses, and send again with `acceptLookAlike: true` when the person means this one.',
  ],
  SWAP_SERVICE: ['The config names no service for swaps.', 'Name `services.api`.'],
  SWAP_TOKEN: ['The exchange does not know the token on this network.', 'Offer tokens of the active network only.'],
  SWAP_INSUFFICIENT_FUNDS: ['The account holds less than the amount.', 'Ask for a smaller amount.'],
  SWAP_CONFIRM: [
    'The offer costs more than usual, and `data.mustConfirm` says why.',
    'Show the reason, and call `swap({ confirmed: true })` when the person agrees.',
  ],
}
