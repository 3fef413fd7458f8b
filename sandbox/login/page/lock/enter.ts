/** Logs in with a passkey. */
import { list, object, text } from '../../../../runtime/auth/shape.ts'
import type { Ask } from '../ask.ts'
import { confirmWith } from './confirmPasskey.ts'

/** What the service sends for a login. Without `passkeys` the person chooses among the passkeys of the device. */
const entrance = object({ challenge: text, rpId: text, passkeys: list(object({ id: text, transports: list(text) })) })

/**
 * The most ms that the person may take to confirm. The site's page waits 30 s for the whole login request, in which the
 * service must still be able to mail a code.
 */
const PATIENCE = 20_000

/**
 * Asks the person for a passkey, and logs in with it.
 * @param found the service's response to PASSKEY_LOGIN or PASSKEY_CHOICE
 * @throws what the browser throws if the person cancels, or Denied if the service rejects the login
 */
export async function enterWithPasskey(ask: Ask, found: unknown): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE)
  const { assertion } = await confirmWith(entrance.parse(found, 'entrance'), { signal })
  await ask('PASSKEY_ENTER', { assertion })
}

/** Like {@link enterWithPasskey}, but resolves with whether the login succeeded. */
export const entersWithPasskey = (ask: Ask, found: unknown): Promise<boolean> =>
  enterWithPasskey(ask, found).then(
    () => true,
    () => false,
  )
