/**
 * Asks a Farcaster relay, which passes a request on to a person's Farcaster app and returns what the app signed.
 * Requests and responses have the form of the relay's public documentation. The relay is not trusted:
 * `sandbox/login/farcaster/verify.ts` checks the message and its signature, the id registry checks the fid in the
 * message, and names and pictures are not read.
 */
import { matching, object, oneOf } from '../../runtime/auth/shape.ts'
import { Denied } from '../../sandbox/login/denied.ts'
import type { Wanted } from '../../sandbox/login/farcaster/message.ts'
import type { Approval } from '../../sandbox/login/farcaster/network.ts'
import { createOutbound } from '../data/outbound.ts'
import { SourceError } from '../data/source.ts'

const NAME = 'the Farcaster relay'
/** The longest time (ms) and the largest size (bytes) of a response, which also contains the person's profile. */
const LIMITS = { time: 8_000, size: 100_000 }
/** The origins that a link to the Farcaster app may have: the current one, and that from before the app was renamed. */
const APPS = ['https://farcaster.xyz', 'https://warpcast.com']

/**
 * The pattern of the token allows no characters that a header cannot contain, because the token is sent in a header.
 */
const opened = object({
  channelToken: matching(/^[\w-]{1,200}$/, 'token'),
  url: matching(/^https?:.{1,2000}$/, 'url'),
})
const status = object({ state: oneOf('pending', 'completed') })
const completed = object({
  message: matching(/^[\s\S]{1,5000}$/, 'message'),
  signature: matching(/^0x([0-9a-fA-F]{2}){1,10000}$/, 'signature'),
})

/** @param url the relay's origin */
export function openFarcasterRelay(url: string, limits = LIMITS) {
  const ask = createOutbound({ name: NAME, url, limits })
  // While a visitor signs, the page asks for the status again and again. If the relay refuses that as too many
  // requests, `rests: false` prevents a pause of all requests, in which nobody could log in.
  const poll = createOutbound({ name: NAME, url, limits, rests: false })
  return {
    /**
     * Opens a channel at the relay for one login, and resolves with its token and the link for the person's app.
     * @throws Error if the relay does not answer as documented, or if its link does not lead to the Farcaster app or to
     *   the relay
     */
    async open({ domain, uri, nonce, expires }: Wanted): Promise<{ link: string; token: string }> {
      const expirationTime = new Date(expires).toISOString()
      const body = { siweUri: uri, domain, nonce, expirationTime, acceptAuthAddress: false }
      const { channelToken: token, url: text } = opened.parse(await ask({ path: '/v1/channel', body }), 'channel')
      return { link: linkOf(text, token, [...APPS, url]), token }
    },
    /** What the wallet has signed; undefined while it has not. @throws Denied if the relay no longer has the channel */
    async status(token: string): Promise<Approval | undefined> {
      const headers = { authorization: `Bearer ${token}` }
      const told = await poll({ path: '/v1/channel/status', headers }).catch((error: unknown) => {
        const isGone = error instanceof SourceError && (error.status === 401 || error.status === 404)
        throw isGone ? new Denied('This sign-in has ended. Start again.') : error
      })
      return status.parse(told, 'status').state === 'pending' ? undefined : completed.parse(told, 'status')
    },
  }
}

/**
 * The link for the QR code. @throws SourceError unless the link has one of these origins and the token of this channel
 */
function linkOf(text: string, token: string, origins: readonly string[]): string {
  const link = URL.canParse(text) ? new URL(text) : undefined
  const isOurs = link?.searchParams.get('channelToken') === token && !link.username && !link.password
  if (!link || !isOurs || !origins.includes(link.origin))
    throw new SourceError(NAME, 'gave a link that leads elsewhere')
  return link.href
}
