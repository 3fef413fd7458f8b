/** Logs in with a passkey. */
import { list, object, text } from '../../../../runtime/auth/shape.ts'
import type { Ask } from '../ask.ts'
import { confirmWith } from './confirmPasskey.ts'

/** What the service sends for a login. Without `passkeys` the person chooses one of the device's. */
const entrance = object({ challenge: text, rpId: text, passkeys: list(object({ id: text, transports: list(text) })) })

/** ms for which a person may take to confirm, so that the site's page still waits for the mailed code afterwards. */
const PATIENCE = 20_000

/** @param found the service's answer @throws what the browser throws if the person cancels, or the service refuses */
export async function enterWithPasskey(ask: Ask, found: unknown): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE)
  const { assertion } = await confirmWith(entrance.parse(found, 'entrance'), { signal })
  await ask('PASSKEY_ENTER', { assertion })
}

/** Whether the login by passkey worked. */
export const entersWithPasskey = (ask: Ask, found: unknown): Promise<boolean> =>
  enterWithPasskey(ask, found).then(
    () => true,
    () => false,
  )
