/** What a request of a browser says: its headers, its cookies, its address, its name. */
import type { IncomingMessage } from 'node:http'

export const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === 'string' && value ? value : undefined
}
/** What every cookie of the browser holds, whatever its name. */
export const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers.cookie ?? '').split(/; */).map((each) => each.slice(each.indexOf('=') + 1))
export const cookieOf = (request: IncomingMessage, name: string) =>
  (request.headers.cookie ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

/**
 * A proxy appends the address that it sees; what comes before it, the client may have written itself.
 * @param proxyHeader the header in which a trusted proxy names the client
 */
export const ipOf = (request: IncomingMessage, proxyHeader: string | undefined): string =>
  (proxyHeader && headerOf(request, proxyHeader.toLowerCase())?.split(',').at(-1)?.trim()) ||
  (request.socket.remoteAddress ?? '')

/** The browser's and the system's name, as far as the browser tells; a person recognises their own by it. */
export function browserOf(agent = ''): string | undefined {
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1]
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent)?.[0]
  return name && [name.replace('Edg', 'Edge').replace('OPR', 'Opera'), system].filter(Boolean).join(', ')
}
