import { getAddress, zeroAddress } from 'viem'
import { report } from '../../state/report.ts'
import type { Kit } from '../../contracts/kit.ts'
import { TEN_SECONDS } from '../../lib/time.ts'
import { within } from '../../lib/wait.ts'
import { activeNetworkOf } from '../../state/active.ts'
import { SIWX_ERRORS, siwxError } from '../errors.ts'
import { parseMessage } from '../message.ts'
import type { SIWX, SIWXMessage, SIWXMessageInput, SIWXSession } from '../types.ts'
import { parseSiweSession } from './parse.ts'
import { isGoodFor } from './siweOf.ts'
import type { SiweConfig, SiweSession } from './types.ts'

/**
 * Adapts the functions of `siweConfig` to the SIWX interface. There is only one session, on the server, and it is for
 * eip155; accounts of other namespaces count as signed in. The functions run one after the other, so that a sign-out
 * cannot interleave with a later read.
 */
export function createSiwe(kit: Kit, config: SiweConfig): SIWX {
  const inTurn = createQueue()
  /** The last result of `getSession`. */
  let last: SiweSession | undefined
  const look = async () => (last = parseSiweSession(await config.getSession()))
  /** An error counts as "not signed in": many implementations of `getSession` throw if there is no session. */
  const read = () => look().catch(() => undefined)
  const end = async () => {
    // End the session only if there is one. If `getSession` fails, its last result decides.
    if (!(await look().catch(() => last))) return
    if ((await config.signOut()) === false) throw new Error('siweConfig: signOut gave false')
    last = undefined
    call(() => config.onSignOut?.())
  }
  const add = async ({ data, message, signature, cacao }: SIWXSession) => {
    if (!(await config.verifyMessage({ message, signature, ...(cacao && { cacao }) }))) throw siwxError('SIWX_INVALID')
    const session = await read()
    if (!session || !isGoodFor(config, session, data.chainId, data.accountAddress))
      throw new Error('siweConfig: getSession does not know who signed in')
    call(() => config.onSignIn?.(session))
  }
  return {
    createMessage: (input) => createMessage(config, input),
    addSession: (session) =>
      inTurn(async () => {
        const active = activeNetworkOf(kit)?.caipNetworkId
        // A remote wallet may sign for several networks at once, but there is one session: keep the active network's.
        const isKept = last && `eip155:${last.chainId}` === active
        if (!isKept || session.data.chainId === active) await add(session)
      }),
    setSessions: (list) =>
      inTurn(async () => {
        const own = list.filter(({ data }) => isEvm(data.chainId))
        const active = activeNetworkOf(kit)?.caipNetworkId
        const chosen = own.find(({ data }) => data.chainId === active) ?? own[0]
        await (chosen ? add(chosen) : end())
      }),
    revokeSession: (chainId, address) =>
      inTurn(async () => {
        const session = isEvm(chainId) ? await read() : undefined
        if (session && isGoodFor(config, session, chainId, address)) await end()
      }),
    getSessions: (chainId, address) =>
      inTurn(async () => {
        if (!isEvm(chainId)) return [toSession({ chainId, accountAddress: address })]
        const session = await read()
        if (!session) return []
        if (isGoodFor(config, session, chainId, address))
          return [toSession({ chainId: `eip155:${session.chainId}`, accountAddress: session.address })]
        // The account or network changed, and the config says that this ends the session. If ending it fails, the next
        // sign-in replaces the session anyway.
        await end().catch((error: unknown) => report(kit, error, 'SIWX_SIGN_OUT', SIWX_ERRORS))
        return []
      }),
    getRequired: () => config.required ?? true,
    signOutOnDisconnect: config.signOutOnDisconnect ?? true,
  }
}

/** For an invalid `siweConfig`: every sign-in fails with the reason. */
export function brokenSiwe(error: Error): SIWX {
  const fail = () => Promise.reject(error)
  const nothing = () => Promise.resolve()
  return { createMessage: fail, addSession: fail, getSessions: fail, setSessions: nothing, revokeSession: nothing }
}

const isEvm = (chainId: string) => chainId.startsWith('eip155:')

async function createMessage(config: SiweConfig, input: SIWXMessageInput): Promise<SIWXMessage> {
  const { accountAddress, chainId, notBefore } = input
  // Lower case first, because viem throws on a wrong checksum.
  const address = getAddress(accountAddress.toLowerCase())
  const { chains: _chains, ...params } = (await config.getMessageParams?.()) ?? {}
  const args = {
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...params,
    domain: params.domain ?? location.host,
    uri: params.uri ?? location.origin,
    iat: params.iat ?? new Date().toISOString(),
    version: '1',
    address,
    chainId: Number(chainId.slice('eip155:'.length)),
    nonce: await (address === zeroAddress ? config.getNonce() : config.getNonce(address)),
  } as const
  const text: unknown = await config.createMessage(args)
  if (typeof text !== 'string' || !text) throw new Error('siweConfig: createMessage gave no text')
  const { domain, uri, version, nonce } = args
  // The wallet signs the site's text unchanged, even if it is not strictly EIP-4361.
  const data = parseMessage(text) ?? { accountAddress: address, chainId, domain, uri, version, nonce }
  return Object.defineProperty(data, 'toString', { value: () => text, enumerable: false })
}

/** A session with only its account and network, which is all that the state machine reads. The server has the rest. */
const toSession = (who: SIWXMessageInput): SIWXSession => ({
  data: { ...who, domain: '', uri: '', version: '1', nonce: '' },
  message: '',
  signature: '',
})

/**
 * Runs one task at a time, but waits at most ten seconds before it starts the next, because a site's function may hang.
 */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = within(TEN_SECONDS, next).catch(() => undefined)
    return next
  }
}

/** Calls a site's callback. An error in it becomes an unhandled rejection of the page, and does not stop sign-in. */
const call = (tell: () => void) => void (async () => tell())()
