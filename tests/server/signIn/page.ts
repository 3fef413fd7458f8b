/** A page of a site, for tests: it sends its origin, and the cookies that its browser keeps for the server. */
import { createMessage, type MessageParams } from '../../../runtime/siwx/createMessage.ts'
import { params, type Visitor } from '../../runtime/siwx/signers.ts'

/** Changes to the message; `statement: false` for none. */
type Changes = Partial<Omit<MessageParams, 'statement'>> & { nonce?: string; statement?: string | false }

/**
 * @param server returns the server's URL
 * @param more headers of every request, such as that of a proxy
 */
export function openPage(server: () => string, origin: string, more: Record<string, string> = {}) {
  const jar = new Map<string, string>()
  let attributes = ''
  const ask = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server()}/siwx${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        origin,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...more,
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const [, name, value, rest] = /^([^=]+)=([^;]*); (.*)$/.exec(response.headers.getSetCookie()[0] ?? '') ?? []
    if (name !== undefined && value !== undefined) jar.set(name, value)
    if (rest !== undefined) attributes = rest
    const text = await response.text()
    const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
    return { status: response.status, headers: response.headers, answer }
  }
  const nonce = async () => String((await ask('/nonce')).answer['nonce'])
  /** Signs a message of this page, for the server's nonce unless told. */
  const signed = async ({ address, chainId, sign }: Visitor, changes: Changes = {}) => {
    const { nonce: given = await nonce(), statement = params.statement, ...others } = changes
    const about = { ...params, domain: new URL(origin).host, uri: origin, ...others }
    const { statement: _, ...plain } = about
    const data = createMessage(
      { accountAddress: address, chainId },
      statement === false || statement === undefined ? plain : { ...plain, statement },
      { nonce: given, now: Date.now },
    )
    const message = data.toString()
    return { message, signature: await sign(message) }
  }
  return {
    ask,
    nonce,
    signed,
    enter: async (visitor: Visitor, changes: Changes = {}) => ask('/verify', await signed(visitor, changes)),
    /** The address that is signed in. */
    who: async () => ((await ask('/session')).answer['session'] as { address: string } | null | undefined)?.address,
    jar,
    /** The attributes of the last cookie that the server set. */
    attributes: () => attributes,
  }
}
