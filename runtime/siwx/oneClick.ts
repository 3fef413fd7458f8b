/**
 * Sign-in over the relay in the approval of the session itself (`wc_sessionAuthenticate`): the wallet shows one request, and
 * answers with accounts and signed messages. Only wallets of EVM chains know it (spec section 5).
 */
import { setNetwork } from '../actions/session.ts'
import { hideToast, showLoading } from '../actions/toast.ts'
import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { TEN_SECONDS, THIRTY_SECONDS, THREE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/within.ts'
import { readCacaos } from './cacao.ts'
import type { SignInOffer, SignInRequest } from './contract.ts'
import { SIWX_ERRORS, siwxError } from './errors.ts'
import { differences, parseMessage } from './message.ts'
import { isRecap, withoutRecap } from './recap.ts'
import { parseTime } from './rfc3339.ts'
import { siwxOf } from './siwxOf.ts'
import type { Subject } from './state.ts'
import { told } from './told.ts'
import type { SIWX, SIWXMessage, SIWXSession } from './types.ts'
import { verifySession } from './verify/index.ts'

/** The wallet says only with its answer which account signs. */
const NOBODY = '0x0000000000000000000000000000000000000000'
/** The sentences and resources of more methods and networks make a message that nobody reads, and no parser takes. */
const RECAP_LIMIT = 4_000

const held = perKit(() => ({ inTwoSteps: false }))

/**
 * What a wallet may be asked; `undefined` where it is to connect first and sign after: without sign-in, where the site signs
 * in its own way or by a message that a payload cannot say, and after an answer that could not be taken.
 */
export async function requestSignIn(kit: Kit, offer: SignInOffer): Promise<SignInRequest | undefined> {
  const siwx = siwxOf(kit)
  const [chainId] = offer.chains
  if (!siwx || siwx.signMessage || siwx.oneClick === false || held(kit).inTwoSteps || !chainId) return undefined
  if (JSON.stringify(offer.methods.map(() => offer.chains)).length > RECAP_LIMIT) return undefined
  // A checker that is slow or away keeps nobody from connecting.
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
      held(kit).inTwoSteps = true
      throw siwxError('SIWX_INVALID')
    },
    keep: (cacaos) => keep(kit, siwx, readCacaos(cacaos)),
  }
}

/** The client writes the text from its fields, without scheme and request id, and says its own time. */
function isSayable(asked: SIWXMessage): boolean {
  const read = parseMessage(asked.toString())
  const issued = parseTime(asked.issuedAt)
  return (
    read !== undefined &&
    differences(asked, read).length === 0 &&
    asked.scheme === undefined &&
    asked.requestId === undefined &&
    !asked.resources?.some(isRecap) &&
    // The checker's clock is another one: it would not take what this one says.
    issued !== undefined &&
    Math.abs(issued - Date.now()) < THIRTY_SECONDS
  )
}

/** The message that was asked for, of some account on one of the networks, with nothing more in its recap than was offered. */
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
 * Contracts' signatures wait for the two steps: the client would ask a host of its maker about them, which no config names
 * (decisions 2.1).
 */
const isSignedByKey = async (session: SIWXSession) =>
  session.cacao?.s.t === 'eip191' && verifySession(session, { eip155: () => import('./verify/eip155.ts') })

/**
 * Hands the sessions to whoever keeps them, before anybody is connected: that of the page's network first. Where the wallet
 * signed on another network, the page moves there. Never throws: a session that is not taken is told, and asked for again by
 * the screen.
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
    kit.track('SIWX_AUTH_SUCCESS', told(kit, subject))
    if (!isHere(first)) setNetwork(kit, chainId)
  } catch (error) {
    report(kit, error, 'SIWX_FAILED', SIWX_ERRORS)
    return kit.track('SIWX_AUTH_ERROR', told(kit, subject))
  }
  // A server takes a nonce once: on the other networks the visitor is asked when they come there.
  for (const session of others) await within(TEN_SECONDS, add(siwx, session)).catch(() => undefined)
}

async function add(siwx: SIWX, session: SIWXSession): Promise<true> {
  await siwx.addSession(session)
  return true
}
