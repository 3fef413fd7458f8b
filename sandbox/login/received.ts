/** Reads a request's headers and cookies, the client's IP address, and the browser's name. */
import type { IncomingMessage } from 'node:http'
import { addressKey } from './addressKey.ts'

export const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === 'string' && value ? value : undefined
}
/** The values of all cookies of the request, without their names. */
export const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers.cookie ?? '').split(/; */).map((each) => each.slice(each.indexOf('=') + 1))
export const cookieOf = (request: IncomingMessage, name: string) =>
  (request.headers.cookie ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

/**
 * The client's IP address as limits count it (see `addressKey`): the last one in the proxy's header, which the proxy
 * appends, because the client may have written the others. Without the header, the connection's address.
 * @param proxyHeader the header in which a trusted proxy sends the client's address, undefined without a proxy
 */
export const ipOf = (request: IncomingMessage, proxyHeader: string | undefined): string =>
  addressKey(
    (proxyHeader && headerOf(request, proxyHeader.toLowerCase())?.split(',').at(-1)?.trim()) ||
      (request.socket.remoteAddress ?? ''),
  )

/**
 * The browser's and the system's name from a User-Agent, such as "Firefox, Linux", by which people recognize their own
 * browser. Undefined for other browsers.
 */
export function browserOf(agent = ''): string | undefined {
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1]
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent)?.[0]
  return name && [name.replace('Edg', 'Edge').replace('OPR', 'Opera'), system].filter(Boolean).join(', ')
}
