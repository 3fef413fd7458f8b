/** The page's client with the real server, over HTTP: the server verifies the messages that `createMessage` makes. */
import { afterEach, expect, it } from 'vitest'
import { createMessage } from '../../../../runtime/siwx/createMessage.ts'
import { createSiwxServer, nodeHandler } from '../../../../runtime/siwx/server/index.ts'
import { createSessionServer } from '../../../../runtime/siwx/storage/server.ts'
import { evm, params, signIn, solana, type Visitor } from '../signers.ts'
import { listen, type Listening } from '../server/http.ts'

let listening: Listening | undefined
afterEach(async () => listening?.stop())

/** A `fetch` that keeps a cookie and sends an origin, as in a browser. */
function browserFetch(): typeof fetch {
  let cookie = ''
  return async (url, init = {}) => {
    expect(init.credentials).toBe('include')
    const headers = { ...(init.headers as object), origin: 'https://app.example', cookie }
    const response = await fetch(url, { ...init, headers })
    const set = response.headers.getSetCookie()[0]
    if (set) cookie = set.split(';')[0] ?? ''
    return response
  }
}

it('signs in, reads the session, and signs out one account or all', async () => {
  // The visitor's clock is a day late, so the message uses the server's time.
  const late = () => Date.now() - 86_400_000
  listening = await listen(nodeHandler(createSiwxServer({ domain: 'app.example', statement: params.statement ?? '' })))
  const server = createSessionServer(`${listening.url}/siwx/`, browserFetch())
  expect(await server.all()).toEqual([])
  const enter = async (visitor: Visitor) => {
    const input = { accountAddress: visitor.address, chainId: visitor.chainId }
    const data = createMessage(input, params, { ...(await server.nonce()), now: late })
    const session = { data: { ...data }, message: data.toString(), signature: await visitor.sign(data.toString()) }
    await server.add(session)
    return session
  }
  const [one, two] = [await enter(evm()), await enter(solana())]
  expect(await server.all()).toEqual([two, one])
  await expect(server.add(two)).rejects.toMatchObject({ code: 'nonce' })
  await server.remove({ chainId: two.data.chainId, address: two.data.accountAddress })
  expect(await server.all()).toEqual([one])
  await server.remove()
  expect(await server.all()).toEqual([])
})

it('reports the reason of a rejection, and rejects a response of another shape', async () => {
  listening = await listen(nodeHandler(createSiwxServer({ domain: 'other.example', origins: ['https://app.example'] })))
  const server = createSessionServer(`${listening.url}/siwx`, browserFetch())
  await expect(server.add(await signIn(evm(), { nonce: (await server.nonce()).nonce }))).rejects.toMatchObject({
    code: 'domain',
    message: 'The message is for another domain',
  })
  await listening.stop()
  for (const [status, body] of [
    [200, '<html>'],
    [200, '[]'],
    [502, ''],
    [404, '{"error":7}'],
    [200, '{}'],
  ] as const) {
    listening = await listen((_request, response) => void response.writeHead(status).end(body))
    const wrong = createSessionServer(listening.url, browserFetch())
    await expect(wrong.nonce()).rejects.toMatchObject({ code: 'unavailable' })
    await listening.stop()
  }
  await expect(createSessionServer('http://127.0.0.1:9', browserFetch()).nonce()).rejects.toThrow()
})
