import { describe, expect, it } from 'vitest'
import type { Report } from '../../cli/report.ts'
import { reportText } from '../../cli/reportText.ts'
import { besideFiles } from '../../cli/stages/beside.ts'
import { featureRows } from '../../cli/stages/featureRows.ts'

const part = (overReact: number) => ({ files: [], gzip: overReact + 68_000, overReact })
const REPORT: Report = {
  ok: true,
  folder: 'dist',
  weights: {
    eager: part(5900),
    idle: part(0),
    firstOpen: part(28_100),
    total: part(210_000),
    features: {},
    chains: {},
    parts: {},
    bridges: [],
    screens: 90_000,
    devtools: 0,
  },
  rows: [
    { kind: 'feature', name: 'send', eager: 100, lazy: 12_300, limit: {}, hosts: ['api.example'] },
    { kind: 'feature', name: 'tip-jar', eager: 100, lazy: 900, limit: { eager: 600, lazy: 3000 }, hosts: [] },
    { kind: 'chain', name: 'eip155', eager: 0, lazy: 40_000, limit: {}, hosts: ['rpc.example'] },
  ],
  budgets: [
    { name: 'eager', bytes: 5900, limit: 6000, holds: true },
    { name: 'firstOpen', bytes: 28_100, limit: 30_000, holds: true },
    { name: 'tip-jar eager', bytes: 100, limit: 600, holds: true },
    { name: 'tip-jar lazy', bytes: 900, limit: 3000, holds: true },
  ],
  plugins: ['send'],
  sandbox: false,
  leftOut: [],
  byDefault: [],
  notes: [],
  leftovers: [],
  sbom: {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: '',
    version: 1,
    metadata: { component: { type: 'application', name: 'page', version: '1' } },
    components: [],
  },
  seconds: 2.5,
  hosts: { connect: ['https://api.example'], images: [], frames: [] },
  csp: "default-src 'self'",
  sri: Object.fromEntries(Array.from({ length: 104 }, (_, at) => [`assets/${at}.js`, `sha384-${'x'.repeat(64)}`])),
  importMap: { json: `{"integrity":"${'y'.repeat(11_000)}"}`, hash: 'sha256-z', csp: "script-src 'sha256-z'" },
}
const TABLE = `gzip, over React        bytes   budget  hosts
with the page          5.9 kB   6.0 kB
when it is idle        0.0 kB
until Connect shows   28.1 kB  30.0 kB
everything           210.0 kB
  of that, screens    90.0 kB
  of that, devtools    0.0 kB
  send                12.4 kB           api.example
  tip-jar              1.0 kB   3.6 kB
  eip155              40.0 kB           rpc.example`

describe('the build report', () => {
  it('ends with one table of bytes, budgets and hosts, and what to do next', () => {
    const text = reportText(REPORT, ['.walletkit/build/policy.txt'], ['walletkit csp --for nginx'])
    const [, end] = text.split('.walletkit/build/policy.txt\n\n')
    expect(end).toBe(
      `${TABLE}\n\nMay contact: https://api.example\nImages from: itself only\n\nNext:\n  walletkit csp --for nginx`,
    )
  })

  it('fits a screen: hashes and the import map are files', () => {
    const text = reportText(REPORT, [], ['a step'])
    expect(text.split('\n').length).toBeLessThan(30)
    expect(text).not.toMatch(/sha384|yyy/)
    const files = Object.fromEntries(besideFiles(REPORT).map(({ file, after }) => [file, after]))
    expect(Object.keys(files)).toEqual(
      ['.gitignore', 'policy.txt', 'policy-with-import-map.txt', 'import-map.html', 'integrity.json'].map(
        (name) => `.walletkit/build/${name}`,
      ),
    )
    expect(files['.walletkit/build/policy.txt']).toBe("default-src 'self'\n")
    expect(files['.walletkit/build/import-map.html']).toBe(
      `<script type="importmap">${REPORT.importMap.json}</script>\n`,
    )
    expect(JSON.parse(files['.walletkit/build/integrity.json'] ?? '')).toEqual(REPORT.sri)
  })

  it('marks a budget that is exceeded, and says so again after the table', () => {
    const budgets = REPORT.budgets.map((each) =>
      each.name === 'eager' ? { ...each, bytes: 6100, holds: false } : each,
    )
    const text = reportText({ ...REPORT, ok: false, budgets, leftovers: ['features.swaps is off'] }, [], ['Mend it.'])
    expect(text).toMatch(/with the page +5\.9 kB +6\.0 kB exceeded\n/)
    expect(text.indexOf('features.swaps is off')).toBeGreaterThan(text.indexOf('everything'))
  })
})

it('a feature’s hosts are its services, a chain’s its nodes', () => {
  const config = {
    projectId: 'p',
    services: { api: 'https://api.example/v1', relay: 'wss://relay.example' },
    networks: [
      {
        id: 1,
        caipNetworkId: 'eip155:1' as const,
        chainNamespace: 'eip155' as const,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: ['https://rpc.example'] } },
      },
    ],
  }
  const half = { eager: 1, lazy: 2 }
  const rows = featureRows(
    { ...REPORT.weights, chains: { eip155: half }, parts: { remote: half } },
    { config, plugins: [] },
  )
  expect(rows.map(({ name, hosts }) => [name, hosts])).toEqual([
    ['eip155', ['rpc.example']],
    ['remote', ['relay.example']],
  ])
})
