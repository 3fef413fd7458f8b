/** A site's server that uses walletkit's server-side sign-in, on 127.0.0.1, for the tests of one file. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { createSiwxServer, nodeHandler, type SiwxServerOptions } from '../../runtime/siwx/server/index.ts'
import type { Visited } from './flow.ts'

export type SiwxSite = {
  /** The server's URL. It stays set after the server has stopped, because a page may still use it then. */
  url: string
  endpoint: string
  /** The paths of the POST requests, oldest first. */
  posted: string[]
  /** The address with which this visit's browser is signed in on the server. */
  known: (visit: Visited) => Promise<string | undefined>
}

/** Runs the server for the tests of one file. `origin` is the page's. */
export function useSiwxSite(origin: () => string, options: Partial<SiwxServerOptions> = {}): SiwxSite {
  const site: SiwxSite = { url: '', endpoint: '', posted: [], known: () => Promise.resolve(undefined) }
  const http = createServer()

  beforeAll(async () => {
    const { host } = new URL(origin())
    const server = createSiwxServer({ domain: host, origins: [origin()], cookie: { secure: false }, ...options })
    const answer = nodeHandler(server)
    http.on('request', (request, response) => {
      if (request.method === 'POST') site.posted.push(request.url ?? '')
      answer(request, response)
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    site.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    site.endpoint = `${site.url}/siwx`
    site.known = async ({ page }) => {
      const [cookie] = await page.context().cookies(site.url)
      const session = await server.session({ headers: { cookie: cookie && `${cookie.name}=${cookie.value}` } })
      return session?.address
    }
  })
  afterAll(() => {
    http.close()
    http.closeAllConnections()
  })
  return site
}
