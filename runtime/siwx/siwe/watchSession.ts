import type { Kit } from '../../contracts/kit.ts'
import { FIVE_MINUTES } from '../../lib/time.ts'
import { lookAgain } from '../session.ts'
import { signIn } from '../state.ts'
import { parseSiweSession } from './parse.ts'
import { isGoodFor, siweOf } from './siweOf.ts'

/** The longest delay that `setInterval` supports, in ms. */
const TIMER_LIMIT = 2 ** 31 - 1

/** Periodically asks the site's server whether the visitor is still signed in. Returns the function that stops it. */
export function watchSession(kit: Kit): () => void {
  const config = siweOf(kit)
  const every = config instanceof Error ? 0 : (config?.sessionRefetchIntervalMs ?? FIVE_MINUTES)
  if (!config || config instanceof Error || !(every > 0)) return () => undefined
  const look = async () => {
    const { status, subject } = signIn(kit)
    if (status !== 'signed' || !subject?.chainId.startsWith('eip155:')) return
    const session = parseSiweSession(await config.getSession())
    const isSame = signIn(kit).status === 'signed' && signIn(kit).subject === subject
    if (isSame && !(session && isGoodFor(config, session, subject.chainId, subject.address))) await lookAgain(kit)
  }
  // Ignore an error here: a server that does not answer says nothing about the session.
  const timer = setInterval(() => void look().catch(() => undefined), Math.min(every, TIMER_LIMIT))
  return () => clearInterval(timer)
}
