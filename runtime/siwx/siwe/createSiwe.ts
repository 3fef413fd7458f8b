import { getAddress, zeroAddress } from 'viem'
import { report } from '../../errors/report.ts'
import type { Kit } from '../../kit.ts'
import { TEN_SECONDS } from '../../lib/time.ts'
import { within } from '../../lib/within.ts'
import { activeNetworkOf } from '../../state/active.ts'
import { SIWX_ERRORS, siwxError } from '../errors.ts'
import { parseMessage } from '../message.ts'
import type { SIWX, SIWXMessage, SIWXMessageInput, SIWXSession } from '../types.ts'
import { parseSiweSession } from './parse.ts'
import { isGoodFor } from './siweOf.ts'
import type { SiweConfig, SiweSession } from './types.ts'

/**
 * The older functions behind the interface of sign-in. There is one session, the server's; off eip155 nobody is asked.
 * What the functions do goes one after the other: a sign-out never overtakes the look that came after it.
 */
export function createSiwe(kit: Kit, config: SiweConfig): SIWX {
  const inTurn = createQueue()
  /** What the site said last. */
  let last: SiweSession | undefined
  const look = async () => (last = parseSiweSession(await config.getSession()))
  /** An error is nobody: that is how many of these functions say it. */
  const read = () => look().catch(() => undefined)
  const end = async () => {
    // Who signed nothing has nothing to end. Where the site cannot say, what it said last counts.
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
        // A wallet over the relay may sign for several networks at once: the one that is looked at stays.
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
        // Another account, or another network, as the config wants it. Signing in again takes its place anyway.
        await end().catch((error: unknown) => report(kit, error, 'SIWX_SIGN_OUT', SIWX_ERRORS))
        return []
      }),
    getRequired: () => config.required ?? true,
    signOutOnDisconnect: config.signOutOnDisconnect ?? true,
  }
}

/** Where nobody can be asked: sign-in cannot begin, and says why. */
export function brokenSiwe(error: Error): SIWX {
  const fail = () => Promise.reject(error)
  const nothing = () => Promise.resolve()
  return { createMessage: fail, addSession: fail, getSessions: fail, setSessions: nothing, revokeSession: nothing }
}

const isEvm = (chainId: string) => chainId.startsWith('eip155:')

async function createMessage(config: SiweConfig, input: SIWXMessageInput): Promise<SIWXMessage> {
  const { accountAddress, chainId, notBefore } = input
  // In lower case first: viem refuses a checksum that is wrong.
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
  // The site's own words are signed as they are, strict EIP-4361 or not.
  const data = parseMessage(text) ?? { accountAddress: address, chainId, domain, uri, version, nonce }
  return Object.defineProperty(data, 'toString', { value: () => text, enumerable: false })
}

/** What the machine needs of a session that the server keeps: whose it is. The rest is known there. */
const toSession = (who: SIWXMessageInput): SIWXSession => ({
  data: { ...who, domain: '', uri: '', version: '1', nonce: '' },
  message: '',
  signature: '',
})

/** One work at a time; one that takes longer than ten seconds is not waited for. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = within(TEN_SECONDS, next).catch(() => undefined)
    return next
  }
}

/** What the site does with the news is its own: an error of it is told to the page, and stops nothing here. */
const call = (tell: () => void) => void (async () => tell())()
