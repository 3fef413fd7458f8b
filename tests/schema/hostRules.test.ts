import { describe, expect, it } from 'vitest'
import { withHostRules } from '../../runtime/contracts/hostRules.ts'
import { rpcUrls } from '../../runtime/http/endpoint.ts'
import { createKit } from '../../runtime/kit/createKit.ts'
import { emit } from '../../cli/stages/emit.ts'
import { hostsOf } from '../../cli/stages/security.ts'
import type { JsonObject } from '../../schema/pieces.ts'
import { resolveConfig } from '../../schema/resolve.ts'
import { RESTRICTED_TIMEZONES } from '../../schema/timezones.ts'
import { validateConfig } from '../../schema/validate.ts'
import { config, rules } from './rules.ts'

const services = { api: 'https://api.test/', rpc: 'https://rpc.test', images: 'https://img.test' }
const other = { api: 'https://api.cn.test', rpc: 'https://rpc.cn.test', images: 'https://img.cn.test' }
const resolve = (changes: JsonObject) => {
  expect(validateConfig(config({ services, ...changes }), rules)).toEqual([])
  return resolveConfig(config({ services, ...changes }), { pieces: rules.pieces }).config
}
/** The time zone of this computer, as browsers report it. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

describe('restricted time zones', () => {
  it('are IANA names of mainland China, Hong Kong and Macau [S5.tz.01]', () => {
    expect(RESTRICTED_TIMEZONES).toEqual(expect.arrayContaining(['Asia/Shanghai', 'Asia/Hong_Kong', 'Asia/Macau']))
    const offset = (timeZone: string) =>
      new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).format(0).split(' ').at(-1)
    const named = RESTRICTED_TIMEZONES.filter((each) => each !== 'Asia/Beijing')
    for (const each of named) expect(['GMT+8', 'GMT+6', 'GMT+5:30'], each).toContain(offset(each))
    expect(new Set(RESTRICTED_TIMEZONES).size).toBe(RESTRICTED_TIMEZONES.length)
  })

  it('have no effect by default; a rule sends the zones that it names to other hosts [S5.tz.02]', () => {
    const plain = resolve({})
    for (const each of [zone, ...RESTRICTED_TIMEZONES]) expect(withHostRules(plain, each)).toBe(plain)

    const ruled = resolve({ hostRules: [{ timezones: [zone.toLowerCase()], services: other }] })
    const kit = createKit({ config: withHostRules(ruled) })
    expect(kit.config.services).toEqual(other)
    // The rule is for this computer's time zone; in other zones the usual hosts stay.
    expect(withHostRules(ruled, 'Antarctica/Troll').services).toEqual(services)
  })

  it('are what a rule means that names none', () => {
    const ruled = resolve({ hostRules: [{ services: { api: 'https://api.cn.test' } }] })
    expect(ruled.hostRules?.[0]?.timezones).toEqual(RESTRICTED_TIMEZONES)
    expect(withHostRules(ruled, 'ASIA/SHANGHAI').services).toEqual({ ...services, api: 'https://api.cn.test' })
    expect(withHostRules(ruled, 'Europe/Berlin')).toBe(ruled)
  })
})

describe('host rules', () => {
  it('move the networks that a service serves, and no others', () => {
    const ruled = resolve({
      networks: ['eip155:1', 'eip155:250'],
      hostRules: [{ timezones: ['Asia/Macau'], services: other }],
    })
    const [mainnet, fantom] = withHostRules(ruled, 'Asia/Macau').networks ?? []
    const moved = withHostRules(ruled, 'Asia/Macau')
    expect(mainnet && rpcUrls(moved, mainnet)).toEqual(['https://rpc.cn.test/v1/?chainId=eip155:1&projectId=test'])
    expect(fantom?.rpcUrls.default.http).toEqual(ruled.networks?.[1]?.rpcUrls.default.http)
    expect(mainnet?.rpcUrls.chainDefault).toEqual(ruled.networks?.[0]?.rpcUrls.chainDefault)
  })

  it('are known to the host list and the policy, and only then printed into the page', () => {
    const ruled = resolve({ hostRules: [{ services: { ...other, verify: 'https://verify.cn.test' } }] })
    const hosts = hostsOf(ruled)
    expect(hosts.connect).toEqual(
      expect.arrayContaining(['https://api.test', 'https://api.cn.test', 'https://rpc.cn.test']),
    )
    expect(hosts.images).toEqual(expect.arrayContaining(['https://img.test', 'https://img.cn.test']))
    expect(hosts.frames).toEqual(['https://verify.cn.test'])
    const print = (printed: typeof ruled) => emit({ config: printed, chains: [], plugins: [], parts: [] }, '/site')
    expect(print(ruled)).toContain(`import { withHostRules } from 'walletkit'\n\nexport const config = withHostRules({`)
    expect(print(resolve({}))).not.toContain('withHostRules')
  })

  it('name no analytics that the config does not', () => {
    const rule = [{ services: { analytics: 'https://events.cn.test' } }]
    expect(resolve({ hostRules: rule }).hostRules?.[0]?.services).toEqual({})
    const heard = resolve({ services: { ...services, analytics: 'https://events.test' }, hostRules: rule })
    expect(heard.hostRules?.[0]?.services).toEqual(rule[0]?.services)
    const off = {
      services: { ...services, analytics: 'https://events.test' },
      hostRules: rule,
      features: { analytics: false },
    }
    expect(resolve(off).hostRules?.[0]?.services).toEqual({})
  })

  it.each([
    [{ hostRules: [{ services: {} }] }],
    [{ hostRules: [{ services: { api: 'api.test' } }] }],
    [{ hostRules: [{ timezones: [], services: other }] }],
    [{ hostRules: [{ services: { apo: 'https://api.test' } }] }],
  ])('are refused when they make no sense: %j', (changes) => {
    expect(validateConfig(config(changes as JsonObject), rules)).not.toEqual([])
  })
})
