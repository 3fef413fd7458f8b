/**
 * Sign-in as part of the approval of a remote session (`wc_sessionAuthenticate`): the wallet shows one request, and
 * responds with accounts and signed messages. It exists only for EVM chains.
 */
import { setNetwork } from '../actions/activeNetwork.ts'
import { hideToast, showLoading } from '../state/showToast.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { TEN_SECONDS, THIRTY_SECONDS, THREE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { readCacaos } from './cacao.ts'
import type { SignInOffer, SignInRequest } from '../contracts/siwx.ts'
import { SIWX_ERRORS, siwxError } from './errors.ts'
import { differences, parseMessage } from './message.ts'
import { isRecap, withoutRecap } from './recap.ts'
import { parseTime } from './grammar.ts'
import { siwxOf } from './siwxOf.ts'
import { type Subject, trackedProperties } from './state.ts'
import type { SIWX, SIWXMessage, SIWXSession } from './types.ts'
import { verifySession } from './verify/index.ts'

/** A placeholder for the account in the requested message: only the response says which account signed. */
const NOBODY = '0x0000000000000000000000000000000000000000'
/**
 * The longest list of methods and networks to sign in with, in characters of JSON. The recap of a longer one could make
 * the message exceed the length that {@link parseMessage} accepts.
 */
const RECAP_LIMIT = 4_000

const refused = perKit(() => ({ inTwoSteps: false }))

/**
 * The sign-in to request together with a session. `undefined` if the wallet must connect first and sign afterwards: if
 * the site has no sign-in, turns `oneClick` off or signs in its own way (`signMessage`); if the offer is too long for a
 * message; if the message is not ready within 3 s, or the relay client cannot write it; or after a refused response.
 */
export async function requestSignIn(kit: Kit, offer: SignInOffer): Promise<SignInRequest | undefined> {
  const siwx = siwxOf(kit)
  const [chainId] = offer.chains
  if (!siwx || siwx.signMessage || siwx.oneClick === false || refused(kit).inTwoSteps || !chainId) return undefined
  if (JSON.stringify(offer.methods.map(() => offer.chains)).length > RECAP_LIMIT) return undefined
  // Connect without a sign-in if the message takes too long: a slow or unreachable server must not keep visitors from
  // connecting.
  const making = (async () => siwx.createMessage({ accountAddress: NOBODY, chainId }))()
  const asked = await within(THREE_SECONDS, making).catch(() => undefined)
  if (!asked || !isSayable(asked)) return undefined
  const { domain, uri, nonce, statement, resources, expirationTime, notBefore } = asked
  return {
    params: {
      chains: [...offer.chains],
      methods: [...offer.methods],
      domain,
      uri,
      nonce,
      ...(statement !== undefined && { statement }),
      ...(resources?.length && { resources: [...resources] }),
      ...(expirationTime !== undefined && { exp: expirationTime }),
      ...(notBefore !== undefined && { nbf: notBefore }),
    },
    check: async (cacaos) => {
      const sessions = readCacaos(cacaos)
      const areGood = sessions.length > 0 && sessions.every((session) => isAsked(session, asked, offer))
      if (areGood && (await Promise.all(sessions.map(isSignedByKey))).every(Boolean)) return
      refused(kit).inTwoSteps = true
      throw siwxError('SIWX_INVALID')
    },
    keep: (cacaos) => keep(kit, siwx, readCacaos(cacaos)),
  }
}

/**
 * Whether the relay client can write this message. The client knows no scheme and no request id, and uses its own time.
 */
function isSayable(asked: SIWXMessage): boolean {
  const read = parseMessage(asked.toString())
  const issued = parseTime(asked.issuedAt)
  return (
    read !== undefined &&
    differences(asked, read).length === 0 &&
    asked.scheme === undefined &&
    asked.requestId === undefined &&
    !asked.resources?.some(isRecap) &&
    // Refuse a time that differs from this device's clock: the client writes this device's time, and the server would
    // refuse it.
    issued !== undefined &&
    Math.abs(issued - Date.now()) < THIRTY_SECONDS
  )
}

/**
 * Whether a session's message is the requested one, for any account on an offered network, with a recap within the
 * offer.
 */
function isAsked({ data: signed }: SIWXSession, asked: SIWXMessage, { chains, methods }: SignInOffer): boolean {
  const { data, recap } = withoutRecap(signed)
  const others = differences(asked, data).filter((field) => !FREE.has(field))
  return (
    others.length === 0 &&
    recap !== undefined &&
    chains.includes(data.chainId) &&
    recap.methods.every((method) => methods.includes(method)) &&
    recap.chains.every((chain) => (chains as readonly string[]).includes(chain))
  )
}
const FREE: ReadonlySet<string> = new Set(['accountAddress', 'chainId', 'issuedAt'])

/**
 * Accepts only signatures of keys. For a contract's signature the relay client would contact a host of its vendor that
 * the config does not name; contract accounts sign in two steps instead.
 */
const isSignedByKey = async (session: SIWXSession) =>
  session.cacao?.s.t === 'eip191' && verifySession(session, { eip155: () => import('./verify/eip155.ts') })

/**
 * Stores the sessions before the account connects, the one for the page's network first. If the wallet signed only for
 * another network, switches the page to it. Never throws: reports a refused session, and the sign-in screen asks again.
 */
async function keep(kit: Kit, siwx: SIWX, sessions: readonly SIWXSession[]): Promise<void> {
  const { caipNetwork } = kit.state.networks.eip155
  const isHere = ({ data }: SIWXSession) => data.chainId === caipNetwork?.caipNetworkId
  const [first, ...others] = [...sessions].sort((one, other) => Number(isHere(other)) - Number(isHere(one)))
  if (!first) return
  const { accountAddress: address, chainId } = first.data
  const subject: Subject = { namespace: 'eip155', chainId, address }
  showLoading(kit.state.toast, kit.text('siwx.authenticating', 'Authenticating...'))
  try {
    const taken = await within(TEN_SECONDS, add(siwx, first))
    if (!taken) throw siwxError('SIWX_FAILED')
    hideToast(kit.state.toast)
    kit.track('SIWX_AUTH_SUCCESS', trackedProperties(kit, subject))
    if (!isHere(first)) setNetwork(kit, chainId)
  } catch (error) {
    report(kit, error, 'SIWX_FAILED', SIWX_ERRORS)
    return kit.track('SIWX_AUTH_ERROR', trackedProperties(kit, subject))
  }
  // All messages share one nonce, which a server accepts once. If it refuses the other messages, the visitor signs in
  // again after switching to one of their networks.
  for (const session of others) await within(TEN_SECONDS, add(siwx, session)).catch(() => undefined)
}

async function add(siwx: SIWX, session: SIWXSession): Promise<true> {
  await siwx.addSession(session)
  return true
}
