/**
 * Parses the messages in the relay's journals. They are JSON, which a newer version may have written in another form.
 */
import { number, object, text } from '../../runtime/auth/shape.ts'
import type { Kept } from '../../sandbox/relay/kept.ts'
import { readStored } from '../store/json.ts'

const keptShape = object(
  { ...{ topic: text, key: text, message: text }, ttl: number, tag: number, from: text, at: number, until: number },
  { attestation: text },
)

/** @throws Error for a text that is no kept message */
export const keptOf = (stored: string): Kept => readStored(keptShape, stored, 'relay.kept')
