import { describe, expect, it } from 'vitest'
import { hostFetch } from '../../../runtime/http/hostFetch.ts'
import { makeKit, network } from '../../support/kit.ts'
import { useServer } from '../../support/server.ts'

const server = useServer()
const other = useServer()

describe('a call', () => {
  it('goes to a service or a node that the config names', async () => {
    server.answer(() => ({ fine: true }))
    const named = { ...network(1), rpcUrls: { default: { http: [`${server.url}/rpc`] } } }
    for (const kit of [makeKit({ services: { api: server.url } }), makeKit({ networks: [named] })])
      expect(await (await hostFetch(kit)(`${server.url}/v1/x`)).json()).toEqual({ fine: true })
  })

  it('goes to the paymaster of each network, whose host may be the network’s own', async () => {
    server.answer(() => ({ fine: true }))
    const { port } = new URL(server.url)
    const paymaster = `http://127.0.0.{chainId}:${port}/pay`
    const kit = makeKit({ services: { paymaster }, networks: [network(1), network(8)] })
    expect(await (await hostFetch(kit)(`http://127.0.0.1:${port}/pay`)).json()).toEqual({ fine: true })
    await expect(hostFetch(kit)(`http://127.0.0.2:${port}/pay`)).rejects.toMatchObject({ code: 'HOST_REFUSED' })
  })

  it('to any other host never leaves', async () => {
    const kit = makeKit({ services: { api: server.url } })
    await expect(hostFetch(kit)(`${other.url}/v1/x`)).rejects.toMatchObject({
      code: 'HOST_REFUSED',
      message: `${other.url} is not among the hosts that the config names`,
    })
    await expect(hostFetch(kit)(new URL(other.url))).rejects.toThrow(other.url)
    await expect(hostFetch(kit)('not a url')).rejects.toThrow('not a url is not among')
    expect(other.asked).toEqual([])
  })

  it('follows no service to another host', async () => {
    server.answer((_, response) => void response.writeHead(302, { location: `${other.url}/stolen` }).end())
    const kit = makeKit({ services: { api: server.url } })
    await expect(hostFetch(kit)(`${server.url}/v1/x`)).rejects.toThrow(TypeError)
    expect(server.asked).toHaveLength(1)
    expect(other.asked).toEqual([])
  })
})
