/**
 * What the frame knows of the lock of the account's keys while it shows a request, and what the request's window may ask
 * the service for through the frame. The window has no session of its own: browsers keep the storage of a frame in a
 * site apart from that of a window.
 */
import { object, oneOf, type Parsed } from '../../../../runtime/auth/shape.ts'
import type { Unlock } from '../../lock/shapes.ts'
import type { Ask } from '../ask.ts'
import { confirmPasskey } from './confirmPasskey.ts'
import { keyRequest } from './keyRequest.ts'

/**
 * `locked`: `key` opens it, for this request only. `offered` and `required`: the keys are not locked, and the person is
 * asked to lock them. `off`: nothing is asked.
 */
export const lockState = object({ state: oneOf('locked', 'offered', 'required', 'off') }, { key: keyRequest })
export type LockState = Parsed<typeof lockState>

/** What the window may ask: of the service, and `LATER`, that the person does not want to lock the wallet now. */
const windowRequest = oneOf('LOCK', 'PASSKEY_BEGIN', 'LOCK_KEYS', 'LATER')

export type Desk = {
  state: () => LockState
  /** Whether the person is asked to lock the wallet before the request is shown. */
  asksFirst: () => boolean
  /** Asks the person for the passkey; undefined if it was not used. */
  confirm: () => Promise<Unlock | undefined>
  /** Rejects for a request that the window may not make. */
  ask: (name: string, payload?: unknown) => Promise<unknown>
}

/** ms after "Not now" in which the person is not asked again in this browser. */
const LATER = 7 * 86_400_000

/** A cell of the browser's storage: when the person of an account said "Not now". */
type Later = { get: () => string | undefined; set: (value: string) => void }

/** @param request what is sent to the service after the approval @param account an address of the account */
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
          // The window may be closed before it asks for the new state. An answer that was lost may have locked the keys.
          if (name === 'LOCK_KEYS') state = await look().catch(() => state)
        }
      }
      return (state = await look())
    },
  }
}
