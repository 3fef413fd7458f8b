/** Answers the table's messages, which the frame sends as `POST /api/{NAME}`. */
import { APPROVE_FIRST, type Asks, type MessageName, MESSAGES, type Answers } from '../../runtime/auth/messages.ts'
import type { Shape } from '../../runtime/auth/shape.ts'
import { readEmail } from './address.ts'
import { type Asked, current, nothing, said, type Told } from './asked.ts'
import { Denied } from './denied.ts'
import { caipOf, isEvm } from './rpc/chainId.ts'
import { OWN } from './own.ts'
import type { Core } from './core.ts'

/** Messages that the frame answers itself. It sends the others here. */
export type Local = 'SWITCH_NETWORK' | 'GET_CHAIN_ID' | 'SYNC_THEME' | 'SYNC_DAPP_DATA' | 'RELOAD'
export type Remote = Exclude<MessageName, Local>

type Handler<N extends Remote> = (service: Core, payload: Asks<N>, asked: Asked) => Promise<Told<Answers<N>>>

const chainOf = (chainId: unknown, { caip }: Asked) => (chainId === undefined ? caip : caipOf(chainId))
/** Smart accounts exist on eip155 only. For a request on Solana, this returns an EVM chain that has them. */
const smartChain = (service: Core, { caip }: Asked) =>
  isEvm(caip) ? caip : `eip155:${service.smartNetworks()[0] ?? 1}`

const handlers: { [N in Remote]: Handler<N> } = {
  CONNECT_EMAIL: async (service, { email }, { frame, token, device }) => {
    const user = service.userOf(service.sessions.find(token, frame.origin))
    return said(await service.email.connect(frame, email, user, device))
  },
  CONNECT_DEVICE: async (service, _, { frame, signal }) => {
    await service.approvals.wait(frame, signal)
    return nothing
  },
  CONNECT_OTP: async (service, { otp }, asked) => {
    const user = await service.email.login(asked.frame, otp)
    return { ...nothing, ...service.start(asked.frame, user, asked) }
  },
  GET_SOCIAL_REDIRECT_URI: async (service, { provider }, { frame }) =>
    said({ uri: service.flows.begin(provider, frame) }),
  CONNECT_SOCIAL: async (service, { uri, chainId, preferredAccountType }, asked) => {
    const { identity, bound, cookie, drop } = service.flows.find(uri, asked.frame, asked.proof)
    const { login, name, email } = identity
    const known = service.users.byIdentity(login, email)
    const address = known ? known.email : (readEmail(email ?? '') ?? null)
    await service.email.admit(asked.frame, login, known, { email: address, device: asked.device, bound, cookie })
    drop()
    const user = await service.users.withLogin(login, name, email)
    if (preferredAccountType) service.users.setPreferred(user, preferredAccountType)
    const started = service.start(asked.frame, user, asked)
    return { answer: await service.describe(user, chainOf(chainId, asked)), ...started }
  },
  GET_FARCASTER_URI: async (service, _, { frame }) => said({ url: service.channels.open(frame) }),
  CONNECT_FARCASTER: async (service, _, asked) => {
    const { frame, device, signal } = asked
    const { fid, name } = await service.channels.wait(frame, signal)
    const login = `farcaster:${fid}`
    // A code on a screen cannot be bound to a browser. The wallet has shown the site and asked the person; where the
    // account has an address, the person approves the browser there too.
    const admitted = () => {
      // Found anew after the wait: the account may have another address by then.
      const known = service.users.byIdentity(login, null)
      return service.email.admit(frame, login, known, { email: known?.email ?? null, device, bound: true })
    }
    await admitted().catch(async (error: unknown) => {
      if (!(error instanceof Denied) || error.message !== APPROVE_FIRST) throw error
      await service.approvals.wait(frame, signal)
      await admitted()
    })
    const user = await service.users.withLogin(login, name, null)
    return { answer: { userName: name }, ...service.start(asked.frame, user, asked) }
  },
  GET_USER: async (service, { chainId, preferredAccountType }, asked) => {
    const { user } = current(service, asked)
    if (preferredAccountType) service.users.setPreferred(user, preferredAccountType)
    return said(await service.describe(user, chainOf(chainId, asked)))
  },
  SIGN_OUT: async (service, _, { frame, token }) => {
    service.codes.drop(frame.id)
    delete frame.newEmail
    delete frame.confirmed
    if (token) service.sessions.end(token)
    return { ...nothing, session: null }
  },
  IS_CONNECTED: async (service, { token: handle }, { token, frame }) => {
    const session = service.sessions.find(token, frame.origin)
    // The page's handle identifies a login but does not authorize anything.
    const same = session !== undefined && (handle === undefined || handle === session.handle)
    return said({ isConnected: same && service.userOf(session) !== undefined })
  },
  RPC_REQUEST: async (service, { method, params, chainId }, asked) => {
    const { user } = current(service, asked)
    return said(await service.rpc.answer(user, { method, params, caip: chainOf(chainId, asked) }))
  },
  UPDATE_EMAIL: async (service, { email }, asked) =>
    said(await service.changes.update(asked.frame, current(service, asked).user, email, asked.device)),
  UPDATE_EMAIL_PRIMARY_OTP: async (service, { otp }, asked) => {
    current(service, asked)
    await service.changes.updateOld(asked.frame, otp, asked.device)
    return nothing
  },
  UPDATE_EMAIL_SECONDARY_OTP: async (service, { otp }, asked) =>
    said(await service.changes.updateNew(asked.frame, current(service, asked).user, otp)),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async (service) => said({ smartAccountEnabledNetworks: service.smartNetworks() }),
  INIT_SMART_ACCOUNT: async (service, _, asked) => {
    const found = await service.smartAccount(current(service, asked).user, smartChain(service, asked))
    if (!found) throw new Denied('There are no smart accounts on this network')
    return said(found)
  },
  SET_PREFERRED_ACCOUNT: async (service, { type }, asked) => {
    const { user } = current(service, asked)
    const caip = smartChain(service, asked)
    const smart = await service.smartAccount(user, caip)
    if (type === 'smartAccount' && !smart) throw new Denied('There are no smart accounts on this network')
    service.users.setPreferred(user, type)
    const { address } = await service.describe(user, caip)
    return said({ type, address })
  },
}

/** @throws Denied, or Mismatch for a malformed payload */
export async function answerApi(service: Core, name: string, payload: unknown, asked: Asked): Promise<Told> {
  const found = Object.hasOwn(OWN, name) ? OWN[name] : undefined
  if (found) return found.run(service, found.asks.parse(payload ?? {}, name) as never, asked)
  if (!Object.hasOwn(handlers, name)) throw new Denied('There is no such request', 404)
  const { asks } = MESSAGES[name as Remote] as { asks: Shape<unknown> }
  const run = handlers[name as Remote] as (service: Core, payload: unknown, asked: Asked) => Promise<Told>
  return run(service, asks.parse(payload ?? {}, name), asked)
}
