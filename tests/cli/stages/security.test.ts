import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hostsOf, secure } from '../../../cli/stages/security.ts'
import { findNetwork } from '../../../schema/networks.ts'

const network = findNetwork('eip155:1')
const networks = network ? [network] : []
const unreachable = ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'].flatMap((id) => {
  const found = findNetwork(id)
  return found ? [{ ...found, rpcUrls: { default: { http: [] } } }] : []
})

it('lists exactly the hosts that the config names', () => {
  expect(hostsOf({})).toEqual({ connect: [], images: [], frames: [] })
  const services = {
    api: 'https://api.test/v1',
    relay: 'wss://relay.test',
    images: 'https://img.test',
    wallets: 'https://list.test',
    secureSite: 'https://secure.test',
    verify: 'https://verify.test',
  }
  const wallets = {
    list: [
      { id: 'a', name: 'A', image_url: 'https://cdn.test/a.png' },
      { id: 'b', name: 'B', image_url: '/own.png' },
    ],
  }
  expect(hostsOf({ services, networks, wallets })).toEqual({
    connect: [
      'https://api.test',
      new URL(network?.rpcUrls.default.http[0] ?? '').origin,
      'https://img.test',
      'https://list.test',
      'https://verify.test',
      'wss://relay.test',
    ].sort(),
    images: ['https://api.test', 'https://cdn.test', 'https://img.test', 'https://list.test'],
    frames: ['https://verify.test'],
  })
})

it('prints the policy without unsafe words or wildcards, and hashes that match the files', () => {
  const files = [
    { name: 'assets/a.js', content: Buffer.from('1'), kind: 'script' },
    { name: 'index.html', content: Buffer.from('<p>'), kind: 'page' },
  ]
  const { csp, sri, importMap } = secure(
    { config: { services: { api: 'http://127.0.0.1:4747' } }, plugins: [] },
    files,
    '/',
  )
  expect(csp).toBe(
    "default-src 'self'; img-src 'self' data: http://127.0.0.1:4747; connect-src 'self' http://127.0.0.1:4747; base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  const hash = `sha384-${createHash('sha384').update('1').digest('base64')}`
  expect(sri).toEqual({ 'assets/a.js': hash })
  expect(JSON.parse(importMap.json)).toEqual({ integrity: { '/assets/a.js': hash } })
  expect(importMap.csp).toContain(
    `script-src 'self' 'sha256-${createHash('sha256').update(importMap.json).digest('base64')}'`,
  )
  const framed = secure({ config: { services: { verify: 'https://verify.test' } }, plugins: [] }, files, '/').csp
  expect(framed).toContain('; frame-src https://verify.test; ')
  expect(csp + importMap.csp).not.toMatch(/unsafe|\*/)
})

it('lists the hosts that a plugin declares', () => {
  const permissions = {
    methods: [],
    services: [],
    hosts: ['https://tips.example'],
    storage: [],
    names: [],
    identity: [],
    events: [],
    activate: [],
    slots: [],
  }
  expect(hostsOf({}, [{ feature: 'tips', permissions }]).connect).toEqual(['https://tips.example'])
  // Of most wallets, the wallet asks the site's paymaster; the page does so only for a plugin that declares it.
  const services = { paymaster: 'https://pay.example/{chainId}' }
  const payer = { feature: 'passkey', permissions: { ...permissions, hosts: [], services: ['paymaster'] } }
  expect(hostsOf({ services }, []).connect).toEqual([])
  expect(hostsOf({ services }, [payer]).connect).toEqual(['https://pay.example'])
  const each = { services: { paymaster: 'https://{chainId}.pay.example' } }
  expect(hostsOf({ ...each, networks: unreachable }, [payer]).connect).toEqual([
    'https://1.pay.example',
    'https://8453.pay.example',
  ])
  const own = { feature: 'tips', permissions: { ...permissions, hosts: ['option:url'] } }
  const features = { tips: { url: 'https://mine.example/v1' } }
  expect(hostsOf({ features }, [own]).connect).toEqual(['https://mine.example'])
})

it.each([
  ['https://cdn.test/app/', ' https://cdn.test'],
  ['//cdn.test/app/', ' https://cdn.test'],
  ['/app/', ''],
  ['./', ''],
])('with the base %s, the build’s own files may be loaded', (base, own) => {
  const file = { name: 'a.js', content: Buffer.from('1'), kind: 'script' }
  const { csp, importMap } = secure({ config: {}, plugins: [] }, [file], base)
  expect(csp).toContain(`default-src 'self'${own}; img-src 'self'${own} data:; connect-src 'self'${own};`)
  expect(importMap.csp).toContain(`script-src 'self'${own} 'sha256-`)
})

it('allows the Trusted Types policies of frameworks only in builds that contain them', () => {
  const policyOf = (code: string) =>
    secure({ config: {}, plugins: [] }, [{ name: 'a.js', content: Buffer.from(code), kind: 'script' }], '/').csp
  expect(policyOf('tt.createPolicy("vue",{})')).toContain('trusted-types vue')
  expect(policyOf('x.createPolicy(`svelte-trusted-html`,{})')).toContain('trusted-types svelte-trusted-html')
  expect(policyOf('tt.createPolicy("other",{});"vue"')).toContain("trusted-types 'none'")
})
