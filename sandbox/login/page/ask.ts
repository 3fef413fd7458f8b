/** Requests from the service's pages to the service. Secrets go in headers and bodies: logs may contain the URLs. */
import { anything, list, nullable, number, object, text } from '../../../runtime/auth/shape.ts'
import { Denied } from '../denied.ts'
import type { Unlock } from '../lock/shapes.ts'
import { pageTag } from './language.ts'
import type { KnownNetwork } from './network.ts'
import type { Stored } from './stored.ts'

const failure = object({ message: text }, { code: number })
const told = object({}, { answer: anything, session: nullable(object({ token: text, handle: text })), device: text })
const opened = object({ frame: text, networks: list(object({ caipNetworkId: text, name: text }, { symbol: text })) })

export async function post(path: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) {
  // Send cookies, because /api/device needs one: it marks the browser in which a mailed link works.
  const init = { method: 'POST', body: JSON.stringify(body), credentials: 'same-origin' as const }
  const answer = await fetch(path, {
    ...init,
    headers: { 'content-type': 'application/json', 'accept-language': pageTag(), ...headers },
    ...(signal && { signal }),
  })
  const value: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) {
    if (value === undefined) throw new Error('Something went wrong')
    const { message, code } = failure.parse(value, 'answer')
    throw new Denied(message, answer.status, code)
  }
  return value
}

export type Ask = (
  name: string,
  payload?: unknown,
  options?: { chainId?: unknown; signal?: AbortSignal; proof?: string | undefined; unlock?: Unlock | undefined },
) => Promise<unknown>
export type Opened = { ask: Ask; networks: readonly KnownNetwork[] }

/**
 * Opens a frame at the service, or continues the stored frame of this tab.
 * @param onSession called with the session's handle, which authorizes nothing, when a user has signed in
 * @returns `ask`, which sends one request to the service and stores the session and device tokens of the response
 */
export async function open(
  origin: string,
  projectId: string,
  stored: Stored,
  onSession: (handle: string) => void = () => {},
): Promise<Opened> {
  const openFrame = async (before?: string) => {
    const answer = await post('/api/open', { origin, projectId, ...(before && { frame: before }) })
    const found = opened.parse(answer, 'open')
    stored.frame.set(found.frame)
    return found
  }
  const { networks, ...first } = await openFrame(stored.frame.get())
  let { frame } = first
  const ask: Ask = async (name, payload, { chainId, signal, proof, unlock } = {}) => {
    const [session, device] = [stored.session.get(), stored.device.get()]
    const headers = {
      'x-frame': frame,
      ...(session && { authorization: `Bearer ${session}` }),
      ...(device && { 'x-device': device }),
    }
    // Forget the session also if the service cannot be reached: the next person at this computer must not be signed in.
    if (name === 'SIGN_OUT') stored.session.set(undefined)
    const body = { payload, chainId: chainId ?? stored.chain.get(), proof, unlock }
    const got = told.parse(await post(`/api/${name}`, body, headers, signal), name)
    if (got.device !== undefined) stored.device.set(got.device)
    if (got.session === null) stored.session.set(undefined)
    if (got.session) {
      stored.session.set(got.session.token)
      onSession(got.session.handle)
    }
    // Whoever signed out may have noted the frame's id, and could use it to take the next person's login in this tab.
    if (name === 'SIGN_OUT') {
      stored.frame.set(undefined)
      ;({ frame } = await openFrame().catch(() => ({ frame })))
    }
    return got.answer
  }
  return { ask, networks }
}
