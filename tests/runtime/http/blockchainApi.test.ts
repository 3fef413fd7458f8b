import { expect, it } from 'vitest'
import fc from 'fast-check'
import { blockchainApi, parseSupportedChains, projectQuery } from '../../../runtime/http/blockchainApi.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { useServer } from '../../support/server.ts'
import { makeKit } from '../../support/kit.ts'

const server = useServer()
const setup = (config: Config = {}) => {
  const kit = makeKit({ services: { api: server.url }, ...config })
  const api = blockchainApi(kit)
  if (!api) throw new Error('no api')
  return { kit, api }
}
const chains = (...http: string[]) =>
  server.answer(({ path }) => (path.endsWith('supported-chains') ? { http, ws: [] } : { ok: true }))

it('asks for the supported chains once, by exactly one slash [S7.api.01]', async () => {
  server.answer(() => ({ http: ['eip155:1'], ws: ['eip155:137'] }))
  const { api } = setup()
  expect(await api.supports('eip155:1')).toBe(true)
  expect(await api.supports('eip155:137')).toBe(true)
  expect(await api.supports('eip155:10')).toBe(false)
  expect(server.asked).toHaveLength(1)
  expect(server.asked[0]).toMatchObject({ method: 'GET', path: '/v1/supported-chains' })
})

it('sends project, SDK type and SDK version with every call [S1.opt.02] [S1.opt.03] [S7.common.01] [S7.common.02] [S7.common.03]', async () => {
  chains('eip155:1')
  const { api } = setup({ projectId: 'p', sdkType: 'x', sdkVersion: 'y' })
  await api.read({ path: 'v1/identity/0x' })
  await api.ask({ path: 'v1/fungible/price', body: {} })
  expect(server.asked).toHaveLength(3)
  for (const { query } of server.asked) expect(query).toEqual({ projectId: 'p', st: 'x', sv: 'y' })
})

it('sends one documented type and version when none is set [S1.opt.05] [S9.sdk.01]', async () => {
  chains('eip155:1')
  const { api } = setup()
  await api.read({ path: 'a' })
  expect(server.asked[0]?.query).toMatchObject({ st: 'walletkit', sv: 'html-wagmi-undefined' })
})

it('takes the parameters’ names from one table [S7.common.04]', () => {
  const { kit } = setup({ projectId: 'p', sdkType: 'x', sdkVersion: 'y' })
  expect(projectQuery(kit, { projectId: 'pid', sdkType: 'type', sdkVersion: 'version' })).toEqual({
    pid: 'p',
    type: 'x',
    version: 'y',
  })
})

it('asks nothing about a network that the service does not know [S7.common.05]', async () => {
  chains('eip155:137')
  const { api } = setup()
  expect(await api.read({ path: 'v1/a' })).toBeUndefined()
  expect(await api.ask({ path: 'v1/b', body: {} })).toBeUndefined()
  expect(server.asked.map(({ path }) => path)).toEqual(['/v1/supported-chains'])
  expect(await api.read({ path: 'v1/a' }, 'eip155:137')).toEqual({ ok: true })
})

it('goes where the config says [S9.open.04]', async () => {
  chains('eip155:1')
  const { api } = setup({ services: { api: `${server.url}/somewhere/` } })
  await api.read({ path: '/v1/x' })
  expect(server.asked.map(({ path }) => path)).toEqual(['/somewhere/v1/supported-chains', '/somewhere/v1/x'])
})

it('asks for the chains again after a failure', async () => {
  server.answer((_, response) => server.status(response, 500))
  const { api } = setup()
  await expect(api.supports('eip155:1')).rejects.toThrow('HTTP status code: 500')
  chains('eip155:1')
  expect(await api.supports('eip155:1')).toBe(true)
})

it('is not there without a service', () => {
  expect(blockchainApi(makeKit())).toBeUndefined()
})

it('reads any reply as a list of texts', () => {
  fc.assert(
    fc.property(fc.anything(), (reply) => {
      expect(parseSupportedChains(reply).every((id) => typeof id === 'string')).toBe(true)
    }),
  )
})

it('takes an empty answer for a yes, and reads what nobody described as the caller likes [S7.api.24]', async () => {
  const empty = [200, 204]
  for (const status of empty) {
    server.answer(({ path }, response) =>
      path.endsWith('supported-chains') ? { http: ['eip155:1'], ws: [] } : void response.writeHead(status).end(),
    )
    const { api } = setup()
    await expect(api.ask({ path: 'v1/profile/account', body: {} })).resolves.toBeUndefined()
    await expect(api.get({ path: 'v1/sessions/1' })).resolves.toBeUndefined()
    await expect(api.post({ path: 'v1/sessions/1/revoke', body: {} })).resolves.toBeUndefined()
    await expect(api.post({ path: 'e', body: {} })).resolves.toBeUndefined()
  }
  server.answer((_asked, response) => void response.end('revoked'))
  const { api } = setup()
  const revoke = { path: 'v1/sessions/1/revoke', body: {} }
  await expect(api.post(revoke)).rejects.toThrow(SyntaxError)
  await expect(api.post({ ...revoke, parse: (body) => body })).resolves.toBe('revoked')
  await expect(api.post({ ...revoke, parse: (body) => body === 'revoked' })).resolves.toBe(true)
  server.answer((_asked, response) => void response.end(' \n'))
  await expect(api.post(revoke)).resolves.toBeUndefined()
})
