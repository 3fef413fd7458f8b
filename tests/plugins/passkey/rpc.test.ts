/** An endpoint that takes requests and does not answer, as a real server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { rpcOf } from '../../../plugins/passkey/rpc.ts'

it('gives an endpoint that does not answer up, so that no review waits for it for ever', async () => {
  const taken: string[] = []
  const server = createServer((request) => void taken.push(request.url ?? ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const kit = { fetch: (url: string | URL, init?: RequestInit) => fetch(url, init) }
  const rpc = rpcOf(kit, `http://127.0.0.1:${port}/{chainId}`, 31337, 200)
  await expect(rpc('eth_sendUserOperation', [])).rejects.toMatchObject({ code: 'PASSKEY_UNREACHABLE' })
  expect(taken).toEqual(['/31337'])
})
