/** For each code of the error catalogue: why the error happens, and what a developer can do about it. */
import { THROWN_ADVICE } from './thrownAdvice.ts'

export type Advice = readonly [why: string, fix: string]

const NODE = 'Nothing is wrong with the page. Ask again later, or name another node in `customRpcUrls`.'
const SERVICE =
  'See the response in the network panel. `walletkit doctor --online` asks each service whether it answers.'
const CLAIM =
  'A service answered something that does not match the order. Nothing was signed. Report it to the service.'
const AGAIN = 'Nothing to do in code. The visitor can try again; nothing was sent.'
const PRESELECTED = 'Correct the `params` of your `kit.open({ view: … })` call. The visitor can still fill in the form.'

export const ADVICE: Readonly<Record<string, Advice>> = {
  ...THROWN_ADVICE,
  PROJECT_ID_MISSING: ['The config has no `projectId`.', 'Write one. Any text works with the sandbox.'],
  NETWORK_NOT_FOUND: ['A network was named that the config lacks.', 'Add its CAIP-2 id to `networks`.'],
  INVALID_APP_CONFIGURATION: [
    'The service knows the project id, and does not allow this origin.',
    'Add the origin to the project at the service, or use the project id that belongs to this site.',
  ],
  CHUNK_FAILED: [
    'A lazy file did not arrive: the visitor is offline, or a deployment removed the files of the page that is open.',
    'Keep the files of the previous build for a while after a deployment. The visitor can retry.',
  ],
  VIEW_FAILED: [
    'A view threw while it was drawn.',
    'Read `cause` in `kit.onError`. In a plugin of yours, fix the view.',
  ],
  PLUGIN_FAILED: ['A plugin threw while it started.', 'Read `cause`; it names the plugin.'],
  METHOD_REFUSED: [
    'The method is not among those that the session or the login service allows.',
    'Name it in `walletConnect.methods`, or use another method.',
  ],
  FRAME_FAILED: [
    'The login service’s frame did not load.',
    'Check `services.secureSite`, and `frame-src` of your policy: `walletkit csp` prints it.',
  ],
  SOCIAL_TIMEOUT: ['The login window did not finish within 45 seconds.', 'The visitor can start again.'],
  SOCIAL_CLOSED: ['The visitor closed the window.', 'Nothing to do.'],
  SOCIAL_BLOCKED: [
    'The browser blocked the window, because no click opened it.',
    'Open the login from a click. The modal offers a link as well.',
  ],
  SOCIAL_ORIGIN: [
    'The provider sent the window to another origin than the login service’s.',
    'Check the redirect addresses of your login service.',
  ],
  SMART_ACCOUNT_UNSUPPORTED: [
    'The login service has no smart account on this network.',
    'Set `defaultAccountTypes.eip155` to `eoa`, or add the network at the service.',
  ],
  RELAY_FAILED: [
    'The relay does not answer, or the wallet approved nothing that the page asked for.',
    'Check `services.relay` and `connect-src` of your policy. Browser wallets still work.',
  ],
  CONNECT_FAILED: [
    'The wallet refused, or threw.',
    'Set `"debug": true`: the console then shows the wallet’s own error.',
  ],
  DISCONNECT_FAILED: [
    'The wallet could not end its session.',
    'The page has ended its own. Read `cause` for the wallet’s error.',
  ],
  SWITCH_ACCOUNT_FAILED: ['The wallet did not switch the account.', 'The visitor can switch in the wallet.'],
  SWITCH_FAILED: ['The wallet did not switch, or does not know the network.', 'The visitor can switch in the wallet.'],
  SIWX_INIT_FAILED: [
    'Sign-in could not start: your server or your functions threw.',
    'Read `cause`, and check `siwx.endpoint`.',
  ],
  CHAIN_NOT_SUPPORTED: [
    'The wallet has no account on this network.',
    'Nothing to do; the visitor chooses another wallet or network.',
  ],
  TOKEN_BALANCE: ['The balance could not be read.', NODE],
  SIWX_DECLINED: ['The visitor declined the signature.', 'Nothing to do.'],
  SIWX_FAILED: ['The wallet could not sign the message.', 'Set `"debug": true` to see the wallet’s own error.'],
  SIWX_INVALID: [
    'The signature does not match the message and the account.',
    'Compare the domain and the nonce on your server. Contract accounts need an RPC node there.',
  ],
  SIWX_SIGN_OUT: ['Your server did not end the session.', 'See its response to the sign-out request.'],
  TX_REVERTED: [
    'The contract refused in a simulation, before anything was signed.',
    'Decode the reason with the contract’s ABI.',
  ],
  TX_FEE_CAP_TOO_HIGH: ['`maxFeePerGas` is above what the node accepts.', 'Leave the fee out: the wallet sets it.'],
  TX_FEE_CAP_TOO_LOW: ['`maxFeePerGas` is below the block’s base fee.', 'Leave the fee out, or estimate it again.'],
  TX_NONCE_TOO_HIGH: ['An earlier transaction of the account is missing.', 'Leave the nonce out: the wallet sets it.'],
  TX_NONCE_TOO_LOW: ['Another transaction took this nonce.', 'Look for its hash before you send again.'],
  TX_INSUFFICIENT_FUNDS: ['The account lacks the amount plus the fee.', 'Nothing to do; the visitor chooses less.'],
  TX_GAS_TOO_HIGH: ['The gas limit is above a block’s.', 'Leave `gas` out, or lower it.'],
  TX_GAS_TOO_LOW: ['The gas limit is below what the call needs.', 'Leave `gas` out, or raise it.'],
  TX_TIP_ABOVE_FEE_CAP: ['`maxPriorityFeePerGas` is above `maxFeePerGas`.', 'Leave both out, or correct them.'],
  TX_UNCERTAIN: [
    'The answer was lost after the visitor confirmed: the transaction may be on its way.',
    'Do not send again by yourself. Look for the transaction in the wallet or an explorer first.',
  ],
  TX_NOT_FOUND: ['The node does not know the hash (yet).', 'Ask again, or another node.'],
  TX_RECEIPT_NOT_FOUND: ['The transaction is in no block yet.', 'Wait with `waitForTransaction`.'],
  TX_WAIT_TIMEOUT: ['The transaction was in no block when the waiting ended.', 'Keep the hash and ask again later.'],
  EMAIL_FAILED: ['The login service refused, without a reason.', SERVICE],
  EMAIL_INVALID: ['The text is not an email address.', 'Nothing to do.'],
  EMAIL_CODE: ['The code is wrong or too old.', 'The visitor can ask for another code.'],
  EMAIL_UNCHECKED: ['The login service did not answer, so the code still counts.', 'The visitor can send it again.'],
  EMAIL_UNREACHABLE: ['The login service does not answer.', SERVICE],
  EMAIL_UNFINISHED: ['The login succeeded, and the account could not be read.', SERVICE],
  EMAIL_DEVICE: ['The visitor did not approve this browser from the mail.', 'The visitor can start again.'],
  EMAIL_COOLDOWN: ['Too many codes were asked for.', 'Wait for the time that the service names.'],
  SOCIAL_FAILED: ['The login service refused; its own text replaces this one.', SERVICE],
  SOCIAL_UNREACHABLE: ['The login service does not answer.', SERVICE],
  APPROVALS_FAILED: [
    'The network’s node did not answer, or refuses `eth_getLogs` (on Solana `getTokenAccountsByOwner`).',
    'Name a node that answers it, in `customRpcUrls`. The list can be tried again.',
  ],
  SESSIONS_UNREAD: ['The list of smart sessions beside the approvals could not be loaded.', SERVICE],
  REVOKE_CHANGED: [
    'The visitor changed the account or the network while several approvals were being ended.',
    'Go back to that account and network, and press once more.',
  ],
  REVOKE_SWITCH: [
    'The wallet did not switch to the network of the approvals, for example because it lacks that network.',
    'Add the network in the wallet, and press once more. Approvals of other networks are not affected.',
  ],
  REVOKE_FAILED: [
    'The wallet refused, or the transaction failed. What was ended before stays ended.',
    'Look at the list, which was read again, and press once more.',
  ],
  PASSKEY_ADDRESS: ['What the visitor typed is no address, or its checksum is wrong.', 'The visitor can correct it.'],
  PASSKEY_DOMAIN: [
    'The page is not on the domain of `features.passkey.rpId`, or its host is an IP address.',
    'Open the page by a name, as `localhost`, and correct `rpId`.',
  ],
  PASSKEY_FAILED: [
    'The device returned something else than was asked for, or the visitor cancelled.',
    'The visitor can try again. Nothing was sent.',
  ],
  PASSKEY_KNOWN: ['The device has a passkey of this account already.', 'Add one of another device or security key.'],
  PASSKEY_NETWORK: [
    'The contracts of the passkey accounts are not on this network, or this passkey was added on another one.',
    'Deploy the factory, as the plugin’s README says, or use another network.',
  ],
  PASSKEY_NONCE: [
    'The endpoint of `features.passkey.bundler` answered with a nonce of a key that the wallet does not use.',
    'Check the URL: an honest node answers `getNonce` of the entry point.',
  ],
  PASSKEY_FEE: [
    'The fee is more than 100 times the usual one, as the site’s own node sees it, and at least 0.01 of the currency.',
    'Check the URL of `features.passkey.bundler`, and what its `eth_maxPriorityFeePerGas` and estimates answer.',
  ],
  PASSKEY_PAYMASTER: [
    'The site’s paymaster answered about a fee in tokens with another token, other decimals, a higher amount than before, another contract, or far more than the gas is worth.',
    'Look at the answers of `services.paymaster` in the network panel. Nothing was signed.',
  ],
  PASSKEY_RECOVERY: [
    'The account has another recovery wallet on this network, or none.',
    'Connect the wallet that was saved for the account.',
  ],
  PASSKEY_UNKNOWN: [
    'The chosen passkey owns no account here, or the visitor left before the second confirmation.',
    'The visitor can choose another passkey, or create a wallet.',
  ],
  PASSKEY_UNREACHABLE: [
    'The endpoint of `features.passkey.bundler` did not answer, or answered with something else.',
    'Check the URL: it has to answer a node’s methods and a bundler’s.',
  ],
  PASSKEY_UNSUPPORTED: [
    'The page is not on https, or the browser has no WebAuthn.',
    'Serve the page over https; the visitor can use another browser.',
  ],
  HISTORY_FAILED: ['The indexer (`services.api`) did not answer.', SERVICE],
  HISTORY_NO_ACCOUNT: [
    'The history was asked for while no account was connected.',
    'Ask after `kit.getAccount()` has an address.',
  ],
  HISTORY_EXPORT: [
    'The history service did not answer while every page of the activity was read for a file.',
    'Press again in a moment. Nothing was saved.',
  ],
  HISTORY_PURCHASES: ['Purchases could not be loaded; the rest is there.', SERVICE],
  NAME_NETWORK: ['Names cannot be registered on this network.', 'Add a network of the name service to `networks`.'],
  NAME_CONNECTOR: ['Names are for email and social accounts.', 'Show the view only to them.'],
  NAME_CHAIN_ID: ['The network’s id is not a number.', 'Correct the network in the config.'],
  NAME_RESOLVE: ['The name service did not answer.', SERVICE],
  NAME_SUGGESTIONS: ['Suggestions could not be loaded; typing a name still works.', SERVICE],
  NAME_REVERSE: ['The names of an address could not be loaded.', SERVICE],
  NAME_REGISTER: ['The name service refused; its reason replaces this text.', SERVICE],
  NAME_INVALID: ['The name is too short, or has other characters.', 'Nothing to do.'],
  NAME_DECLINED: ['The visitor declined the signature.', 'Nothing to do.'],
  ONRAMP_OPTIONS: ['The on-ramp’s currencies could not be loaded.', SERVICE],
  ONRAMP_QUOTE: ['The on-ramp gave no price.', SERVICE],
  ONRAMP_URL: ['The provider’s address was not given, or the window was blocked.', SERVICE],
  ONRAMP_HOST: [
    'The service named a payment page on another host than the provider’s.',
    'If the page is right, name its host in `hosts` of the provider, in `features.onramp.providers`.',
  ],
  ONRAMP_ACTIVITY: ['Purchases could not be loaded.', SERVICE],
  SEND_FAILED: ['The wallet or the node refused.', 'Read `cause` in `kit.onError`.'],
  SEND_FAILED_SOLANA: ['The wallet or the Solana node refused.', 'Read `cause` in `kit.onError`.'],
  SEND_INCOMPLETE: ['The amount or the recipient is missing.', 'Nothing to do.'],
  UNSUPPORTED_CHAIN: ['Sending does not work on this chain family.', 'Show your own button only where it does.'],
  SEND_PARTLY: [
    'Of a send to several recipients, not every transfer is in a block.',
    'The screen says for each recipient what became of it, and Activity has the hashes. Only the unpaid ones stay in the form.',
  ],
  SEND_CHANGED: ['The account or network changed between review and confirmation.', AGAIN],
  SEND_NAME_CHANGED: ['The recipient’s name now leads to another address.', AGAIN],
  SEND_DECIMALS: ['The service and the contract name different decimals for the token.', CLAIM],
  SEND_REVERTED: [
    'The transaction is in a block, and failed there. The fee is spent.',
    'See the reason in an explorer.',
  ],
  SEND_UNSEEN: [
    'The wallet accepted a transaction whose fee the site offers to pay, and then named no outcome.',
    'Look in the wallet’s own activity before you send again.',
  ],
  SEND_EXPIRED: ['A Solana blockhash ran out before the transaction was in a block.', AGAIN],
  SEND_ARGUMENTS: ['The parameters of the view are not of the right form.', PRESELECTED],
  SEND_ARGUMENT_TOKEN: ['The preselected token is unknown on this network.', PRESELECTED],
  SEND_ARGUMENT_NETWORK: ['The preselected token is on another network.', PRESELECTED],
  SEND_ARGUMENT_AMOUNT: ['The preselected amount is not a decimal number, or has too many digits.', PRESELECTED],
  SEND_ARGUMENT_TO: ['The preselected recipient is no address or name.', PRESELECTED],
  SEND_GAS: ['The fee could not be estimated.', NODE],
  NAME_IMITATES: [
    'The name has letters that look like others, and is not the one that it seems.',
    'Nothing to do: it protects the visitor.',
  ],
  SEND_NAME: ['The recipient’s name could not be resolved.', SERVICE],
  SESSIONS_FETCH: ['The sessions could not be loaded.', SERVICE],
  SESSION_REVOKE: ['The session could not be ended; it is still active.', 'Read `cause` in `kit.onError`.'],
  SESSION_UNLISTED: [
    'The wallet ended the permission, but the session is still in the service’s list.',
    'The visitor can press Revoke again; only the list is left to do.',
  ],
  SESSION_GRANT: ['The session was not granted; the app got no access.', 'Read `cause` in `kit.onError`.'],
  SESSION_ENDLESS: [
    'The request has no `expiry`, or one in the past.',
    'Set `expiry` to seconds since 1970, later than now.',
  ],
  SESSION_WILDCARD: ['The request names no contract.', 'Name every contract that the session may call.'],
  SESSION_EMPTY: ['The request has no permission.', 'Name at least one.'],
  SESSION_UNABLE: ['The wallet has no smart sessions.', 'Offer them only to accounts that can: see the guide.'],
  SWAP_INIT: ['The tokens or prices could not be loaded.', SERVICE],
  SWAP_PRICE: ['The price of the network’s currency could not be loaded.', SERVICE],
  SWAP_ALLOWANCE: ['The allowance could not be read.', NODE],
  SWAP_APPROVAL: ['The service gave no approval transaction.', SERVICE],
  SWAP_BUILD: ['The service gave no swap transaction.', SERVICE],
  SWAP_FAILED: ['The wallet or the node refused.', 'Read `cause` in `kit.onError`.'],
  SWAP_QUOTE: ['There is no quote for this pair and amount.', SERVICE],
  SWAP_AMOUNT: ['The amount is no number that can be swapped.', 'Nothing to do.'],
  SWAP_NETWORK: [
    'The provider does not swap on this network.',
    'Add it to `features.swaps.chains` if your service does.',
  ],
  SWAP_GAS_NETWORK: ['The service knows no gas price on this network.', SERVICE],
  SWAP_CHANGED: ['The account or network changed between review and confirmation.', AGAIN],
  SWAP_PENDING: ['A quote was asked for while the visitor confirms another swap.', 'Wait for its end.'],
  SWAP_MOVED: ['The newest quote gives less than the visitor agreed to.', AGAIN],
  SWAP_DIFFERS: ['A simulation on the visitor’s node shows another outcome than the quote.', CLAIM],
  SWAP_REVERTED: ['The swap is in a block, and failed there. The fee is spent.', 'See the reason in an explorer.'],
  SWAP_UNSEEN: [
    'The wallet accepted the swap as one batch, and then named no outcome.',
    'Look in the wallet’s own activity before you swap again.',
  ],
  SWAP_APPROVED_LESS: ['The visitor approved less than the swap needs.', AGAIN],
  SWAP_APPROVAL_REVERTED: ['The approval is in a block, and failed there.', 'See the reason in an explorer.'],
  SWAP_BAD_QUOTE: ['The quote is for another pair or amount.', CLAIM],
  SWAP_BAD_APPROVAL: ['The approval names another token, spender or amount.', CLAIM],
  SWAP_BAD_ROUTER: [
    'The exchange contract is not a known one.',
    'If it is yours, name it in `features.swaps.routers`.',
  ],
  SWAP_BAD_SWAP: ['The transaction is not the reviewed swap.', CLAIM],
  SWAP_DECIMALS: ['The service and the contract name different decimals for the token.', CLAIM],
  SWAP_BLOCKED: [
    'The swap would lose 15 percent or more.',
    'Allow it with `features.swaps.allowHighImpact`: the visitor then types a word.',
  ],
}
