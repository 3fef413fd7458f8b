import { hash } from 'node:crypto'
import type { Message } from './frame.ts'

/** A message that the relay keeps. `at` and `until` are in milliseconds; `from` is the publisher's client id. */
export type Kept = Message & { key: string; from: string; at: number; until: number }
/** Names a kept message without its text, so that a list of places does not keep dropped texts in memory. */
export type Place = Pick<Kept, 'topic' | 'key'>

export const nameOf = ({ topic, key }: Place): string => `${topic} ${key}`

/** The hash of a message's text. The same message again, as in a client's retry, has the same key and is kept once. */
export const keyOf = ({ message }: Message): string => hash('sha256', message)

/** The characters of a message that its publisher chose. They count towards the limits on kept messages. */
export const charactersOf = ({ message, attestation = '' }: Message): number => message.length + attestation.length
