/**
 * The messages between the page and the login frame (the login service's iframe). The page and the sandbox's login
 * service use this table. What each message is for is in sandbox/login/README.md, which is generated from this table
 * and the notes of cli/repo/messageTable.ts: pages need not load the notes. A message is `{ type, payload?, id? }`.
 */
import {
  anything,
  either,
  flag,
  list,
  matching,
  nothing,
  nullable,
  number,
  object,
  oneOf,
  type Parsed,
  type Shape,
  text,
  texts,
} from './shape.ts'

/** A chain id as a number or as CAIP-2: `1`, `'eip155:1'`, `'solana:…'`. */
const chainId = either(text, number)
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const email = matching(EMAIL, 'email')
const accountType = oneOf('eoa', 'smartAccount')
const accounts = list(object({ address: text, type: accountType }))
/** The social login providers that use a popup or a redirect. Farcaster has messages of its own. */
const socialProvider = oneOf('google', 'github', 'apple', 'facebook', 'x', 'discord')
const hex = /* @__PURE__ */ matching(/^0x/, '0x…')

/** The signed-in user. */
export const user = /* @__PURE__ */ object(
  { address: text, chainId },
  {
    email: nullable(email),
    userName: nullable(text),
    accounts,
    smartAccountDeployed: flag,
    preferredAccountType: accountType,
  },
)
export const theme = /* @__PURE__ */ object(
  {},
  { themeMode: oneOf('light', 'dark'), themeVariables: texts, w3mThemeVariables: texts },
)
export const dappData = /* @__PURE__ */ object(
  { projectId: text },
  {
    metadata: object({ name: text, description: text, url: text, icons: list(text) }),
    sdkVersion: text,
    sdkType: text,
  },
)

/** `wallet_sendCalls` (EIP-5792). `value` is a quantity in wei. */
export const sendCalls = /* @__PURE__ */ object(
  { calls: list(object({ to: hex }, { data: hex, value: hex })) },
  { chainId, from: text, version: text, capabilities: anything },
)

type Message = { readonly asks: Shape<unknown>; readonly answers: Shape<unknown> }
const message = <A, B>(asks: Shape<A>, answers: Shape<B>) => ({ asks, answers })
const otp = object({ otp: text })

export const MESSAGES = {
  SWITCH_NETWORK: message(object({ chainId }), object({ chainId })),
  CONNECT_EMAIL: message(object({ email }), object({ action: oneOf('VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT') })),
  CONNECT_DEVICE: message(nothing, nothing),
  CONNECT_OTP: message(otp, nothing),
  GET_SOCIAL_REDIRECT_URI: message(object({ provider: socialProvider }), object({ uri: text })),
  CONNECT_SOCIAL: message(object({ uri: text }, { chainId, preferredAccountType: accountType }), user),
  GET_FARCASTER_URI: message(nothing, object({ url: text })),
  CONNECT_FARCASTER: message(nothing, object({ userName: text })),
  GET_USER: message(object({}, { chainId, preferredAccountType: accountType }), user),
  SIGN_OUT: message(nothing, nothing),
  IS_CONNECTED: message(object({}, { token: text }), object({ isConnected: flag })),
  GET_CHAIN_ID: message(nothing, object({ chainId })),
  RPC_REQUEST: message(
    object({ method: text }, { params: anything, chainId, chainNamespace: text, rpcUrl: text }),
    anything,
  ),
  UPDATE_EMAIL: message(object({ email }), object({ action: oneOf('VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP') })),
  UPDATE_EMAIL_PRIMARY_OTP: message(otp, nothing),
  UPDATE_EMAIL_SECONDARY_OTP: message(otp, object({ newEmail: email })),
  SYNC_THEME: message(theme, nothing),
  SYNC_DAPP_DATA: message(dappData, nothing),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: message(nothing, object({ smartAccountEnabledNetworks: list(number) })),
  INIT_SMART_ACCOUNT: message(nothing, object({ address: text, isDeployed: flag })),
  SET_PREFERRED_ACCOUNT: message(object({ type: accountType }), object({ type: accountType, address: text })),
  RELOAD: message(nothing, nothing),
} as const satisfies Record<string, Message>

export type MessageName = keyof typeof MESSAGES
export type Asks<N extends MessageName> = Parsed<(typeof MESSAGES)[N]['asks']>
export type Answers<N extends MessageName> = Parsed<(typeof MESSAGES)[N]['answers']>
export type User = Parsed<typeof user>
export type SocialProvider = Parsed<typeof socialProvider>
export type EmbeddedAccountType = Parsed<typeof accountType>
export const SOCIAL_PROVIDERS: readonly SocialProvider[] = ['google', 'github', 'apple', 'facebook', 'x', 'discord']

/** The `type` of a request, from page to frame. */
export const requestType = <N extends MessageName>(name: N) => `@w3m-app/${name}` as const
/** The `type` of the two possible responses, from frame to page. */
export const successType = <N extends MessageName>(name: N) => `@w3m-frame/${name}_SUCCESS` as const
export const errorType = <N extends MessageName>(name: N) => `@w3m-frame/${name}_ERROR` as const
/** The payload of an error response. `code`: a number of EIP-1193, EIP-5792 or JSON-RPC, for a wallet request. */
export const failure = /* @__PURE__ */ object({}, { message: text, code: anything })

/**
 * From the page, with the `id` of a request: the page no longer waits for it. If the person has not approved the
 * request, the frame drops it and answers it with the error 'Request was aborted'; an approved request continues.
 */
export const ABORT = '@w3m-app/RPC_ABORT'
/**
 * The error text of CONNECT_SOCIAL if the account has not been used in this browser before. The page then waits with
 * CONNECT_DEVICE, and sends CONNECT_SOCIAL again. The text is a sentence, because older pages show it to the visitor.
 */
export const APPROVE_FIRST = 'Approve this browser with the link in your mail'
/** From the frame: it waits for the visitor to approve the request with this `id`. The page then shows the frame. */
export const APPROVAL = '@w3m-frame/APPROVAL'
export const approvalOf = /* @__PURE__ */ object({ id: text })
/**
 * From the frame, with the request's `id`: the person approved it, and the service is about to sign. From now on the
 * page waits for the response even if the visitor leaves, because a transaction may be sent. Older services never send
 * this.
 */
export const APPROVED = '@w3m-frame/RPC_APPROVED'
/**
 * From the frame: it can receive messages. `port`: it accepts a `MessagePort` ({@link PORT}), and then uses only that.
 */
export const READY = '@w3m-frame/READY'
export const ready = /* @__PURE__ */ object({}, { version: text, port: flag })
/** The page's reply to READY with `port`; it transfers the port. `channel` (128 bits in hex) is new for every load. */
export const PORT = '@w3m-app/PORT'
export const port = /* @__PURE__ */ object({ channel: matching(/^[0-9a-f]{32}$/, '32 hex digits') })
/** From the frame: the login has a new token, which the page may send back with IS_CONNECTED. */
export const SESSION_UPDATE = '@w3m-frame/SESSION_UPDATE'
export const sessionUpdate = /* @__PURE__ */ object({ token: text })

/** The shape of every message, in both directions. */
export const envelope = /* @__PURE__ */ object({ type: text }, { id: text, payload: anything })
