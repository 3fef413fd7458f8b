import { list, object, type Parsed, text } from '../../../../runtime/auth/shape.ts'

/**
 * What the service sends so that the page can open a lock. `recovery` is the salt for the recovery code. All bytes are
 * base64url.
 */
export const keyRequest = object({
  challenge: text,
  rpId: text,
  passkeys: list(object({ id: text, salt: text, transports: list(text) })),
  recovery: text,
})
export type KeyRequest = Parsed<typeof keyRequest>
