/**
 * What the frame knows of the lock of the account's keys while it shows a request, and which requests to the service it
 * passes on for the request's review window. The window has no session of its own: browsers separate the storage of a
 * frame in a site from that of a window.
 */
import { object, oneOf, type Parsed } from '../../../../runtime/auth/shape.ts'
import type { Unlock } from '../../lock/shapes.ts'
import type { Ask } from '../ask.ts'
import { confirmPasskey } from './confirmPasskey.ts'
import { keyRequest } from './keyRequest.ts'

/**
 * `locked`: the keys are locked, and `key` has the challenge to open them for this request only. `offered` and
 * `required`: the keys are not locked, and the person is asked to lock them. `off`: the person is not asked.
 */
export const lockState = object({ state: oneOf('locked', 'offered', 'required', 'off') }, { key: keyRequest })
export type LockState = Parsed<typeof lockState>

/**
 * The requests that the window may make: requests to the service, and `LATER`, which says that the person does not want
 * to lock the wallet now.
 */
const windowRequest = oneOf('LOCK', 'PASSKEY_BEGIN', 'LOCK_KEYS', 'LATER')

export type Desk = {
  state: () => LockState
  /** Whether the person is asked to lock the wallet before the request is shown. */
  asksFirst: () => boolean
  /** Asks the person for the passkey; undefined if the person does not use it, or the keys are not locked. */
  confirm: () => Promise<Unlock | undefined>
  /**
   * Sends a request of the review window to the service, or stores that the person said "Not now" (`LATER`). Rejects
   * for a request that the window may not make.
   */
  ask: (name: string, payload?: unknown) => Promise<unknown>
}

/** ms after "Not now" in which the person is not asked again in this browser. */
const LATER = 7 * 86_400_000

/** A place in the browser's storage for the account whose person said "Not now", and the time. */
type Later = { get: () => string | undefined; set: (value: string) => void }

/**
 * Reads the state of the lock for a request.
 * @param request what is sent to the service after the approval
 * @param account an address of the account
 */
export async function openDesk(
  ask: Ask,
  request: { method: string; params: unknown; chainId: string },
  account: string,
  later: Later,
): Promise<Desk> {
  const isLater = () => {
    const [whose, at] = later.get()?.split(' ') ?? []
    return whose === account && Date.now() - Number(at) < LATER
  }
  const look = async (): Promise<LockState> => {
    const found = lockState.parse(await ask('LOCK', request, { chainId: request.chainId }), 'lock')
    return found.state === 'offered' && isLater() ? { state: 'off' } : found
  }
  let state = await look()
  return {
    state: () => state,
    asksFirst: () => state.state === 'offered' || state.state === 'required',
    confirm: async () => state.key && confirmPasskey(state.key).catch(() => undefined),
    async ask(given, payload) {
      const name = windowRequest.parse(given, 'request')
      if (name === 'LATER') {
        later.set(`${account} ${Date.now()}`)
        return (state = { state: 'off' })
      }
      if (name !== 'LOCK') {
        try {
          return await ask(name, payload)
        } finally {
          // Read the new state here: the window may be closed before it asks for it. Do so even after an error, because
          // a request whose response was lost may have locked the keys.
          if (name === 'LOCK_KEYS') state = await look().catch(() => state)
        }
      }
      return (state = await look())
    },
  }
}
