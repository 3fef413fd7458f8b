/**
 * Answers `POST /api/{NAME}`: the messages of the login's protocol (`MESSAGES`), which the login frame (the service's
 * iframe in a site's page) sends, and the requests of the service's own pages (`OWN`).
 */
import { APPROVE_FIRST, type Asks, type MessageName, MESSAGES, type Answers } from '../../runtime/auth/messages.ts'
import type { Shape } from '../../runtime/auth/shape.ts'
import { readEmail } from './address.ts'
import { type Asked, current, nothing, owning, said, type Told } from './asked.ts'
import { Denied } from './denied.ts'
import { signing } from './lock/open.ts'
import { caipOf, isEvm } from './rpc/chainId.ts'
import { costOf } from './rpc/cost.ts'
import { classOf } from './rpc/methods.ts'
import type { User } from './database.ts'
import { OWN } from './own.ts'
import type { Core } from './core.ts'

/** Messages that the login frame (the service's iframe) answers itself. It sends all others to the service. */
export type Local = 'SWITCH_NETWORK' | 'GET_CHAIN_ID' | 'SYNC_THEME' | 'SYNC_DAPP_DATA' | 'RELOAD'
export type Remote = Exclude<MessageName, Local>

type Handler<N extends Remote> = (service: Core, payload: Asks<N>, asked: Asked) => Promise<Told<Answers<N>>>

const chainOf = (chainId: unknown, { caip }: Asked) => (chainId === undefined ? caip : caipOf(chainId))
/** The service's pending Farcaster sign-ins. @throws Denied 404 if the service has no Farcaster sign-in */
function channelsOf({ channels }: Core) {
  if (!channels) throw new Denied('This service has no login with Farcaster', 404)
  return channels
}
/**
 * The chain for a request about smart accounts: the request's own if it is an EVM chain, else the first EVM chain that
 * has smart accounts, and `eip155:1` if no chain has them.
 */
const smartChain = (service: Core, { caip }: Asked) =>
  isEvm(caip) ? caip : `eip155:${service.smartNetworks()[0] ?? 1}`

/**
 * Describes the user's account on a chain. A requested type of account is stored first, as the user's choice, but only
 * on EVM chains: elsewhere there is one account, and pages ask for `eoa` without meaning a choice.
 */
async function describeOn(service: Core, user: User, caip: string, type: User['preferred'] | undefined) {
  return service.describe(type && isEvm(caip) ? await service.users.setPreferred(user, type) : user, caip)
}

const handlers: { [N in Remote]: Handler<N> } = {
  CONNECT_EMAIL: async (service, { email }, { frame, token, device }) => {
    const user = await service.userOf(await service.sessions.find(token, frame.origin))
    return said(await service.email.connect(frame, email, user, device))
  },
  CONNECT_DEVICE: async (service, _, { frame, signal }) => {
    await service.pace.waiting(frame, () => service.approvals.wait(frame, signal))
    return nothing
  },
  CONNECT_OTP: async (service, { otp }, asked) => {
    const loggedIn = await service.email.login(asked.frame, otp)
    return { ...nothing, ...(await service.start(asked.frame, loggedIn, asked)) }
  },
  GET_SOCIAL_REDIRECT_URI: async (service, { provider }, { frame }) => {
    if (!service.flows.offers(provider)) throw new Denied('This service has no login with that provider', 404)
    return said({ uri: await service.flows.begin(provider, frame) })
  },
  CONNECT_SOCIAL: async (service, { uri, chainId, preferredAccountType }, asked) => {
    const { identity, bound, cookie, drop } = await service.flows.find(uri, asked.frame, asked.proof)
    const { login, email } = identity
    const known = await service.users.byIdentity(login, email)
    const address = known ? known.email : (readEmail(email ?? '') ?? null)
    await service.email.admit(asked.frame, login, known, { email: address, device: asked.device, bound, cookie })
    await drop()
    const { user: signedIn, by } = await service.users.withLogin(identity, known)
    const started = await service.start(asked.frame, { user: signedIn, by }, asked)
    const answer = await describeOn(service, signedIn, chainOf(chainId, asked), preferredAccountType)
    return { answer, ...started }
  },
  GET_FARCASTER_URI: async (service, _, { frame }) => {
    const channels = channelsOf(service)
    await service.limits.channel(frame)
    return said({ url: await channels.open(frame) })
  },
  CONNECT_FARCASTER: async (service, _, asked) => {
    const { frame, device, signal } = asked
    const { fid, name } = await service.pace.waiting(frame, () => channelsOf(service).wait(frame, signal))
    const login = `farcaster:${fid}`
    // A QR code cannot prove in which browser it was shown. `bound` is true nevertheless, because the wallet has shown
    // the site to the person and asked. If the rule `devices` requires it, `admit` mails a link that must approve an
    // unknown browser.
    const admitted = async () => {
      // Read the account again after the wait: its address may have changed.
      const known = await service.users.byIdentity(login, null)
      await service.email.admit(frame, login, known, { email: known?.email ?? null, device, bound: true })
      return known
    }
    const known = await admitted().catch(async (error: unknown) => {
      if (!(error instanceof Denied) || error.message !== APPROVE_FIRST) throw error
      await service.pace.waiting(frame, () => service.approvals.wait(frame, signal))
      return admitted()
    })
    const loggedIn = await service.users.withLogin({ login, name, email: null }, known)
    return { answer: { userName: name }, ...(await service.start(asked.frame, loggedIn, asked)) }
  },
  GET_USER: async (service, { chainId, preferredAccountType }, asked) => {
    const { user } = await current(service, asked)
    return said(await describeOn(service, user, chainOf(chainId, asked), preferredAccountType))
  },
  SIGN_OUT: async (service, _, { frame, token }) => {
    await service.codes.drop(frame.id)
    await service.changes.forget(frame)
    if (token) await service.sessions.end(token)
    return { ...nothing, session: null }
  },
  IS_CONNECTED: async (service, { token: handle }, { token, frame }) => {
    const session = await service.sessions.find(token, frame.origin)
    // The handle that the page sends names a session but authorizes nothing: the token does.
    const same = session !== undefined && (handle === undefined || handle === session.handle)
    return said({ isConnected: same && (await service.userOf(session)) !== undefined })
  },
  RPC_REQUEST: async (service, { method, params, chainId }, asked) => {
    const owner = await owning(service, asked)
    const { user } = owner
    service.pace.request(user.id, asked.frame.ip, costOf(method, params))
    const record = () => service.record('approved', user, { site: asked.frame.origin, detail: method })
    const request = { method, params, caip: chainOf(chainId, asked), site: asked.frame.origin }
    const isApproved = classOf(method) === 'unsafe'
    const lockKey = isApproved ? await service.locks.open(owner, signing({ method, params, chainId })) : undefined
    try {
      return said(await service.rpc.answer({ user, keys: () => service.keysOf(user, lockKey), record }, request))
    } finally {
      lockKey?.fill(0)
    }
  },
  UPDATE_EMAIL: async (service, { email }, asked) =>
    said(await service.changes.update(asked.frame, (await current(service, asked)).user, email, asked.device)),
  UPDATE_EMAIL_PRIMARY_OTP: async (service, { otp }, asked) => {
    await current(service, asked)
    await service.changes.updateOld(asked.frame, otp, asked.device)
    return nothing
  },
  UPDATE_EMAIL_SECONDARY_OTP: async (service, { otp }, asked) =>
    said(await service.changes.updateNew(asked.frame, await current(service, asked), otp)),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async (service) => said({ smartAccountEnabledNetworks: service.smartNetworks() }),
  INIT_SMART_ACCOUNT: async (service, _, asked) => {
    const found = await service.smartAccount((await current(service, asked)).user, smartChain(service, asked))
    if (!found) throw new Denied('There are no smart accounts on this network')
    return said(found)
  },
  SET_PREFERRED_ACCOUNT: async (service, { type }, asked) => {
    const { user } = await current(service, asked)
    const caip = smartChain(service, asked)
    const smart = await service.smartAccount(user, caip)
    if (type === 'smartAccount' && !smart) throw new Denied('There are no smart accounts on this network')
    const { address } = await service.describe(await service.users.setPreferred(user, type), caip)
    return said({ type, address })
  },
}

/** Answers one message. @throws Denied when it is rejected or unknown, Mismatch for a malformed payload */
export async function answerApi(service: Core, name: string, payload: unknown, asked: Asked): Promise<Told> {
  const found = Object.hasOwn(OWN, name) ? OWN[name] : undefined
  if (found) return found.run(service, found.asks.parse(payload ?? {}, name) as never, asked)
  if (!Object.hasOwn(handlers, name)) throw new Denied('There is no such request', 404)
  const { asks } = MESSAGES[name as Remote] as { asks: Shape<unknown> }
  const run = handlers[name as Remote] as (service: Core, payload: unknown, asked: Asked) => Promise<Told>
  return run(service, asks.parse(payload ?? {}, name), asked)
}
