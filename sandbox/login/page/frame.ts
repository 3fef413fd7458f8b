/**
 * The frame that sites embed. It answers the site's messages (see ../README.md), and asks the person before anything is
 * signed.
 */
import {
  ABORT,
  APPROVAL,
  APPROVED,
  type Asks,
  errorType,
  type MessageName,
  MESSAGES,
  requestType,
  SESSION_UPDATE,
  successType,
} from '../../../runtime/auth/messages.ts'
import { nullable, object, type Shape, text } from '../../../runtime/auth/shape.ts'
import { Denied } from '../denied.ts'
import { caipOf, isEvm, UnknownNetwork, wireOf } from '../rpc/chainId.ts'
import { classOf, NOT_ALLOWED } from '../rpc/methods.ts'
import { Invalid } from '../rpc/params.ts'
import { createApprovals } from './approval.ts'
import { inEnglish, inPageLanguage as t } from './approvalText.ts'
import { type Ask, open, type Opened } from './ask.ts'
import { confirmChange } from './change.ts'
import { createHost, type Host, type Message, parentOrigin } from './host.ts'
import { networkOf } from './network.ts'
import { copyOf, prepareRequest } from './prepare.ts'
import { hearProofs } from './proof.ts'
import { type Stored, storedFor } from './stored.ts'
import { applyTheme } from './theme.ts'

const names = new Map(
  Object.keys(MESSAGES).map((name) => [requestType(name as MessageName) as string, name as MessageName]),
)

const isReload = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload'

const sponsor = nullable(object({ agreed: text, host: text }, { name: text }))
/** Asks the service who pays the fee of a batch; undefined if the person pays. */
const sponsorOf = async (ask: Ask, params: unknown, caip: string) =>
  sponsor.parse(await ask('SPONSOR', { params }, { chainId: caip }), 'sponsor') ?? undefined

/**
 * The payload of an error response. Only the service's own errors have a wallet's codes (EIP-1193 and others): the
 * `code` of a browser's DOMException means something else.
 */
function failureOf(error: unknown): { message: string; code?: number } {
  const message = error instanceof Error ? error.message : String(error)
  const code = [Denied, Invalid, UnknownNetwork].some((kind) => error instanceof kind)
    ? (error as Denied).code
    : undefined
  return { message, ...(code !== undefined && { code }) }
}

/** Loads the script for passkeys and for the lock of the account's keys. */
const lateScript = () => import('./lock/late.ts')

/**
 * Begins a login by email. In a browser that the account has used before, the person can log in with a passkey instead.
 * If that fails for any reason, the service mails a code.
 */
async function connectEmail(ask: Ask, payload: Asks<'CONNECT_EMAIL'>, signal: AbortSignal): Promise<unknown> {
  const found = await ask('PASSKEY_LOGIN', payload, { signal }).catch(() => null)
  const isIn = found !== null && (await (await lateScript()).entersWithPasskey(ask, found))
  return isIn ? { action: 'CONNECT' } : ask('CONNECT_EMAIL', payload, { signal })
}

export async function runFrame(): Promise<void> {
  const origin = parentOrigin()
  if (!origin) throw new Error(t('frame.notAlone'))
  const query = new URLSearchParams(location.search)
  const stored = storedFor(origin)
  const host = createHost(origin)
  const told = (token: string) => host.send({ type: SESSION_UPDATE, payload: { token } })
  const opened = await open(origin, query.get('projectId') ?? '', stored, told)
  // The frame's URL contains the page's network from when the page loaded. If only the frame reloads, the stored one is
  // newer.
  if (!isReload() || stored.chain.get() === undefined) stored.chain.set(caipOf(query.get('chainId') ?? 'eip155:1'))
  answerPage(host, opened, stored, createApprovals())
}

/** The messages that the frame answers itself, or checks with the person first. All others go to the service. */
type Own = { [N in MessageName]?: (payload: Asks<N>, id: string, signal: AbortSignal) => unknown }

function ownAnswers(
  host: Host,
  { ask, networks }: Opened,
  stored: Stored,
  approvals: ReturnType<typeof createApprovals>,
): Own {
  const proofOf = hearProofs()
  let site: string | undefined
  const chain = () => stored.chain.get() ?? 'eip155:1'

  /** Shows a request, and sends it to the service after the person approves. Rejects if the person does not. */
  const afterApproval = async (id: string, asked: Asks<'RPC_REQUEST'>, signal: AbortSignal) => {
    const { method } = asked
    // Copy everything on which the request depends: later messages of the page must not change what the person sees or
    // signs.
    const caip = caipOf(asked.chainId ?? chain())
    const name = site
    const [{ params, shown }, late] = await Promise.all([prepare(method, copyOf(asked.params), caip), lateScript()])
    const request = { method, params, chainId: caip }
    const desk = await late.openDesk(ask, request, shown.account, stored.later)
    if (signal.aborted) throw new Error('Request was aborted')
    try {
      const unlock = await approvals.ask(id, { ...shown, name }, desk)
      host.send({ type: APPROVED, id })
      return await ask('RPC_REQUEST', request, { chainId: caip, unlock })
    } finally {
      approvals.done(id)
    }
  }
  const userOn = async (caip: string) =>
    MESSAGES.GET_USER.answers.parse(await ask('GET_USER', { chainId: wireOf(caip) }, { chainId: caip }), 'user')
  const prepare = (method: string, params: unknown, caip: string) =>
    prepareRequest(method, params, {
      origin: host.origin,
      network: networkOf(networks, caip),
      now: Date.now(),
      user: () => userOn(caip),
      read: (name, given) => ask('RPC_REQUEST', { method: name, params: given, chainId: caip }, { chainId: caip }),
      sponsor: (given) => sponsorOf(ask, given, caip),
      t,
      original: inEnglish(),
    })

  return {
    SWITCH_NETWORK: ({ chainId }) => {
      stored.chain.set(caipOf(chainId))
      return { chainId: wireOf(chain()) }
    },
    GET_CHAIN_ID: () => ({ chainId: wireOf(chain()) }),
    SYNC_THEME: applyTheme,
    SYNC_DAPP_DATA: ({ metadata }) => void (site = metadata?.name),
    // Never resolves: after a response the page would send its waiting messages to this frame, which is about to
    // reload. The READY message tells the page that the frame is back.
    RELOAD: () => {
      location.reload()
      return new Promise(() => undefined)
    },
    RPC_REQUEST: (payload, id, signal) => {
      const kind = classOf(payload.method)
      if (!kind) throw new Denied(NOT_ALLOWED, 400, 4200)
      return kind === 'unsafe' ? afterApproval(id, payload, signal) : ask('RPC_REQUEST', payload, { signal })
    },
    CONNECT_EMAIL: (payload, _, signal) => connectEmail(ask, payload, signal),
    CONNECT_SOCIAL: async (payload, _, signal) =>
      ask('CONNECT_SOCIAL', payload, { signal, proof: await proofOf(payload.uri) }),
    UPDATE_EMAIL: async (payload, id, signal) => {
      try {
        await confirmChange(ask, payload.email, async (change) => {
          const network = networkOf(networks, chain())
          const { address: account } = await userOn(network.caip)
          if (signal.aborted) throw new Error('Request was aborted')
          // The page does not know that UPDATE_EMAIL needs the person to act in the frame, so ask the page to show the
          // frame.
          host.send({ type: APPROVAL, payload: { id } })
          await approvals.ask(id, { ...change, account, site: host.origin, name: site, network: network.name })
        })
        return await ask('UPDATE_EMAIL', payload, { signal })
      } finally {
        approvals.done(id)
      }
    },
    GET_USER: (payload, _, signal) => {
      const caip = payload.chainId === undefined ? undefined : caipOf(payload.chainId)
      if (caip !== undefined && isEvm(caip)) stored.chain.set(caip)
      return ask('GET_USER', payload, { signal })
    },
  }
}

/** Answers the page's messages. It never throws: an unknown message is ignored, a malformed one gets an error. */
export function answerPage(
  host: Host,
  opened: Opened,
  stored: Stored,
  approvals: ReturnType<typeof createApprovals>,
): void {
  const { ask } = opened
  const own = ownAnswers(host, opened, stored, approvals)
  /** Requests in progress by id, so that no id runs twice at the same time. */
  const running = new Map<string, AbortController>()

  const run = async (name: MessageName, id: string, payload: unknown, signal: AbortSignal): Promise<unknown> => {
    const { asks } = MESSAGES[name] as { asks: Shape<unknown> }
    const parsed = asks.parse(payload, name)
    const local = own[name] as ((payload: unknown, id: string, signal: AbortSignal) => unknown) | undefined
    return local ? local(parsed, id, signal) : ask(name, parsed, { signal })
  }

  host.listen(({ type, id, payload }: Message) => {
    if (id === undefined) return
    if (type === ABORT) {
      approvals.abort(id)
      // This does not stop a wallet request that the person has approved, which is sent without the signal: its
      // transaction may already be on the chain.
      return running.get(id)?.abort()
    }
    const name = names.get(type)
    if (!name || running.has(id)) return
    const ending = new AbortController()
    running.set(id, ending)
    run(name, id, payload, ending.signal)
      .then(
        (answer) => host.send({ type: successType(name), id, ...(answer !== undefined && { payload: answer }) }),
        (error: unknown) => host.send({ type: errorType(name), id, payload: failureOf(error) }),
      )
      .finally(() => running.delete(id))
  })
}
