/**
 * The challenges that passkeys sign. Each is for one frame (one tab), one user (except to log in with any passkey), one
 * purpose and one use, so that a recorded response of a passkey cannot be used for anything else.
 */
import { randomBytes } from 'node:crypto'
import { number, object, type Parsed, text } from '../../../runtime/auth/shape.ts'
import { ownerKey } from '../addressKey.ts'
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { epochOf } from '../store.ts'
import { take, type Transient } from '../transient.ts'
import { KEY_BYTES } from './wrap.ts'

/**
 * `epoch` is the account's `epoch` (see `User`) when the challenge was made; `salt` is the PRF input of a new passkey.
 * Bytes are base64url.
 */
const shape = object({ challenge: text, user: text, epoch: number, purpose: text }, { salt: text })
export type Challenge = Parsed<typeof shape>

/**
 * The ms for which a challenge is valid, an hour: a person may read a request for a long time, and a challenge is worth
 * nothing without the passkey.
 */
const LIFE = 3_600_000
/** The most challenges in a process's memory: two for each of the 10,000 frames of `frames.ts`. */
const LIMIT = 20_000

/**
 * What a challenge is for. `use`: to confirm with a passkey. `make`: to create one. `login`: to log in; a frame has
 * only one such challenge at a time, because no other limit counts requests without a user.
 */
export type ChallengeKind = 'use' | 'make' | 'login'

export const randomBase64url = (): string => randomBytes(KEY_BYTES).toString('base64url')

const clientData = object({ challenge: text })

/**
 * The challenge in a passkey's response, '' if the response is malformed. It is only used to find the stored challenge,
 * with which the signature is verified later.
 */
function challengeIn(clientDataJSON: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')), 'client data')
      .challenge
  } catch {
    return ''
  }
}

export type Challenges = ReturnType<typeof createChallenges>

export function createChallenges(transient: Transient, now: () => number) {
  const kept = transient.collection('challenges', shape, LIMIT)
  const keyOf = ({ id }: Pick<Frame, 'id'>, kind: ChallengeKind, challenge: string) =>
    kind === 'login' ? `${id} login` : `${id} ${kind} ${challenge}`
  return {
    async make(
      frame: Pick<Frame, 'id' | 'ip'>,
      kind: ChallengeKind,
      user: Pick<User, 'id' | 'epoch'>,
      purpose: string,
      salt?: string,
    ): Promise<string> {
      const challenge = randomBase64url()
      const value = { challenge, user: user.id, epoch: epochOf(user), purpose, ...(salt !== undefined && { salt }) }
      const entry = { value, until: now() + LIFE, about: user.id, owner: ownerKey(frame.ip) }
      await kept.update([keyOf(frame, kind, challenge)], () => ({ next: [entry], result: undefined }))
      return challenge
    },
    /**
     * Uses up the challenge that a passkey signed, also if it is not for this purpose and user.
     * @param clientDataJSON the data that the passkey signed, which contains the challenge (WebAuthn 3, 5.8.1)
     * @param user undefined for a login's challenge: the user is not known before
     * @throws Denied if there is no such challenge, or it is for another purpose or user
     */
    async use(
      frame: Pick<Frame, 'id'>,
      kind: ChallengeKind,
      { clientDataJSON, purpose, user }: { clientDataJSON: string; purpose: string; user?: string },
    ): Promise<Challenge> {
      const found = await take(kept, keyOf(frame, kind, challengeIn(clientDataJSON)))
      if (!found || found.purpose !== purpose || (user !== undefined && found.user !== user))
        throw new Denied('This took too long. Start again.', 403, 4100)
      return found
    },
    /** Deletes a user's challenges, so that no passkey's response to them is accepted. */
    drop: ({ id }: Pick<User, 'id'>) => kept.drop(id),
  }
}
