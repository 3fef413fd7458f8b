import { expect, it } from 'vitest'
import { bugReport } from '../../../../runtime/test/devtools/report.ts'
import { createTimeline } from '../../../../runtime/test/devtools/timeline.ts'
import { makeKit, solana } from '../../../support/kit.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it('says the set-up and the last entries, without the address, the project and paths of services', () => {
  const kit = makeKit({
    projectId: 'p1r2o3j4e5c6t7',
    networks: [solana()],
    services: { api: 'https://tenant-42.service.example/secret-path' },
    features: { send: {}, swaps: false },
  })
  kit.state.accounts.solana.status = 'connected'
  const timeline = createTimeline(100, () => 0)
  for (let at = 0; at < 70; at++) timeline.add({ kind: 'event', title: `EVENT_${at}`, detail: null })
  timeline.ask('wallet', 'eth_accounts', { parameters: ['p1r2o3j4e5c6t7'] })('failed', { from: ADDRESS, code: 4001 })
  const report = bugReport(kit, timeline)
  expect(report).toContain('- Networks: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp; active: solana')
  expect(report).toContain('- Features: send\n')
  expect(report).toContain('- Services: https://service.example/<removed>')
  expect(report).toContain('solana connected')
  expect(report).toContain(
    'wallet  eth_accounts failed after 0 ms  {"parameters":["<removed>"],"answer":{"from":"<address 1>","code":4001}}',
  )
  expect(report).toContain('EVENT_69')
  expect(report).not.toContain('EVENT_5 ')
  expect(report).not.toMatch(/f39Fd6|p1r2o3|secret-path|tenant/)
})
