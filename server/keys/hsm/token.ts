/** Finds the token of an HSM that has the keys, logs in, and keeps a few sessions open. */
import { lazy } from '../../../runtime/lib/lazy.ts'
import type { HsmConfig } from '../../config/hsm.ts'
import { HsmError, isAboutPin, isLost } from './failure.ts'
import { type Cryptoki, type Handle, loadLibrary } from './library.ts'
import { createQueue } from './queue.ts'
import { type Attribute, wordOf } from './structures.ts'

/**
 * The number of sessions. A call occupies one of the four threads of Node's pool, which also serves files and DNS: more
 * sessions would delay those while the HSM is slow.
 */
const LANES = 2

const [CLASS, LABEL, KEY_TYPE, SENSITIVE, VALUE_LEN, EXTRACTABLE] = [0, 3, 0x100, 0x103, 0x161, 0x162]
const [SECRET_KEY, AES] = [4, 0x1f]
/** Bytes of a key for AES-256. */
const KEY_BYTES = 32

type Lane = { session?: Handle | undefined }
/** What `use` passes to `work`. */
export type KeyInUse = { cryptoki: Cryptoki; session: Handle; key: Handle }
export type Token = {
  /**
   * Calls `work` with a key by its label, and once more with a new session if the HSM has lost the first one: `work`
   * must change nothing in the HSM.
   * @throws HsmError if the HSM refuses, if the library, the token or the key is missing or the key can be read out,
   *   after 10 seconds, or when too many requests wait
   */
  use: <T>(label: string, work: (key: KeyInUse) => Promise<T>) => Promise<T>
}

const isTrue = (value: Buffer | undefined) => value !== undefined && value[0] === 1

async function keyOf(cryptoki: Cryptoki, session: Handle, label: string): Promise<Handle> {
  const template: Attribute[] = [
    { type: CLASS, value: wordOf(SECRET_KEY) },
    { type: KEY_TYPE, value: wordOf(AES) },
    { type: LABEL, value: Buffer.from(label) },
  ]
  const [key, another] = await cryptoki.find(session, template)
  if (key === undefined) throw new HsmError(`The HSM has no AES key with the label "${label}"`)
  if (another !== undefined) throw new HsmError(`The HSM has several AES keys with the label "${label}"`)
  const about = (type: number) => cryptoki.attribute(session, key, type)
  if (!isTrue(await about(SENSITIVE)) || isTrue((await about(EXTRACTABLE)) ?? Buffer.of(1)))
    throw new HsmError(`The key "${label}" can be read out of the HSM: make one that is sensitive and not extractable`)
  const length = await about(VALUE_LEN)
  if (length && Number(length.readBigUInt64LE()) !== KEY_BYTES)
    throw new HsmError(`The key "${label}" is not for AES-256: make one of 32 bytes`)
  return key
}

/**
 * Finds the slot of the token that the config names.
 * @throws HsmError if there is no such token, or several have its label
 */
async function slotOf(cryptoki: Cryptoki, { token, slot }: HsmConfig): Promise<Handle> {
  const slots = await cryptoki.slots()
  if (token === undefined) {
    const found = slots.find((each) => Number(each) === slot)
    if (found === undefined) throw new HsmError(`The HSM has no token in the slot ${slot}`)
    return found
  }
  const infos = await Promise.all(slots.map((each) => cryptoki.tokenInfo(each)))
  const found = slots.filter((_, at) => infos[at]?.label === token)
  const [first] = found
  if (first === undefined) throw new HsmError(`The HSM has no token with the label "${token}"`)
  if (found.length > 1)
    throw new HsmError(`The HSM has several tokens with the label "${token}": name the slot instead`)
  return first
}

/** Logs in, and never again after the HSM has refused the PIN: after a few wrong ones a token locks itself. */
function createLogin(pin: string) {
  let refused: string | undefined
  return async (cryptoki: Cryptoki, slot: Handle, session: Handle): Promise<void> => {
    if (refused !== undefined) throw new HsmError(`${refused}. It is not tried again before a restart`)
    const { isLocked, mayLock } = await cryptoki.tokenInfo(slot)
    if (isLocked) throw new HsmError("The HSM's PIN is locked")
    if (mayLock)
      throw new HsmError('One more wrong PIN would lock the HSM: log in once with another program, or check it')
    await cryptoki.login(session, pin).catch((error: unknown) => {
      if (error instanceof HsmError && isAboutPin(error)) refused = error.message
      throw error
    })
  }
}

export function openToken(config: HsmConfig): Token {
  const inTurn = createQueue(Array.from({ length: LANES }, (): Lane => ({})))
  const login = createLogin(config.pin)
  let keys = new Map<string, Promise<Handle>>()
  let opening: Promise<unknown> = Promise.resolve()

  const library = lazy(() => loadLibrary(config.library))
  /** Opens a session and logs in. Sessions are opened one after the other, so that a wrong PIN is tried only once. */
  const open = (cryptoki: Cryptoki): Promise<Handle> => {
    const opened = opening.then(async () => {
      const slot = await slotOf(cryptoki, config)
      const session = await cryptoki.openSession(slot)
      await login(cryptoki, slot, session).catch(async (error: unknown) => {
        await cryptoki.closeSession(session).catch(() => undefined)
        throw error
      })
      return session
    })
    opening = opened.catch(() => undefined)
    return opened
  }
  const handleOf = (cryptoki: Cryptoki, session: Handle, label: string) => {
    const known = keys
    const found = known.get(label) ?? keyOf(cryptoki, session, label)
    known.set(label, found)
    found.catch(() => known.delete(label))
    return found
  }
  /**
   * Opens a session if the lane has none, finds the key, and calls `work` once.
   * @throws HsmError also if the request has timed out: its caller got that error already, and filled the data key with
   *   zeros, which must not be wrapped
   */
  const once = async <T>(lane: Lane, isLate: () => boolean, label: string, work: (key: KeyInUse) => Promise<T>) => {
    const cryptoki = await library()
    const session = (lane.session ??= await open(cryptoki))
    const key = await handleOf(cryptoki, session, label)
    if (isLate()) throw new HsmError('The HSM answers too late')
    return work({ cryptoki, session, key })
  }
  const forget = async (lane: Lane) => {
    const { session } = lane
    lane.session = undefined
    keys = new Map()
    if (session !== undefined)
      await library()
        .then((each) => each.closeSession(session))
        .catch(() => undefined)
  }
  return {
    use: (label, work) =>
      inTurn((lane, isLate) =>
        once(lane, isLate, label, work).catch(async (error: unknown) => {
          // If the lane has no session, the error came from opening one. That is not repeated here, only at the next
          // request: a vendor's code may mean a wrong PIN, which must not be tried twice for one request.
          if (!isLost(error) || lane.session === undefined) throw error
          await forget(lane)
          return once(lane, isLate, label, work)
        }),
      ),
  }
}
