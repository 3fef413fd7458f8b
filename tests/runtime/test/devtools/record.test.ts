/** Recording a real kit, wallet and node; and what remains after the end of a recording. */
import { expect, it } from 'vitest'
import { connect } from '../../../../runtime/actions/connect.ts'
import { isPlainRecord } from '../../../../runtime/test/devtools/plain.ts'
import { exportRecording } from '../../../../runtime/test/devtools/recording.ts'
import { bugReport, redactorOf } from '../../../../runtime/test/devtools/report.ts'
import { recordRequests } from '../../../../runtime/test/devtools/recordRequests.ts'
import { changesOf, recordEvents, recordState } from '../../../../runtime/test/devtools/recordState.ts'
import { recordWallets } from '../../../../runtime/test/devtools/recordWallets.ts'
import { createTimeline, type Kind } from '../../../../runtime/test/devtools/timeline.ts'
import { fetchBalances } from '../../../../runtime/data/balances.ts'
import { report } from '../../../../runtime/state/report.ts'
import { ref } from 'valtio/vanilla'
import { makeKit, sandboxConfig, testConnector } from '../../../support/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'

const sandbox = useSandbox()

function recorded() {
  const kit = makeKit(sandboxConfig(sandbox()))
  const timeline = createTimeline()
  const stops = [recordState, recordEvents, recordRequests, recordWallets].map((record) => record(kit, timeline))
  const { wallet, connector } = testConnector(sandbox())
  const original = wallet.provider.request
  kit.state.connectors.list = [ref(connector)]
  const titles = (kind: Kind) => timeline.entries().flatMap((entry) => (entry.kind === kind ? entry.title : []))
  return { kit, timeline, wallet, connector, original, titles, stop: () => stops.forEach((stop) => stop()) }
}

it('records wallet calls with their answers, and what they changed', async () => {
  const { kit, timeline, connector, titles } = recorded()
  await connect(kit, connector)
  await expect.poll(() => titles('state')).toContain('accounts.eip155')
  expect(titles('wallet')).toContain('Test wallet eth_requestAccounts')
  expect(titles('event')).toContain('connected')
  const asked = timeline.entries().find(({ title }) => title.endsWith('eth_requestAccounts'))
  expect(asked).toMatchObject({ outcome: 'done', detail: { parameters: [{ method: 'eth_requestAccounts' }] } })
  expect(JSON.stringify(asked?.detail)).toContain(sandbox().accounts[0]?.address)
})

it('records a refusal with its code, and passes it on', async () => {
  const { kit, timeline, connector, wallet } = recorded()
  wallet.set({ answer: 'reject' })
  await expect(connect(kit, connector)).rejects.toMatchObject({ code: 4001 })
  await expect
    .poll(() => timeline.entries().find(({ title }) => title.endsWith('eth_requestAccounts')))
    .toMatchObject({ outcome: 'failed', detail: { answer: { code: 4001 } } })
})

it('records the requests of the kit with status and body, and reported errors', async () => {
  const { kit, timeline, connector, titles } = recorded()
  await connect(kit, connector)
  // The kit reads its answers as without a recording.
  expect(await fetchBalances(kit, { force: true })).not.toHaveLength(0)
  await expect
    .poll(() => timeline.entries().some(({ kind, outcome }) => kind === 'request' && outcome === 'done'))
    .toBe(true)
  const done = timeline.entries().find(({ kind, outcome }) => kind === 'request' && outcome === 'done')
  expect(done?.detail).toMatchObject({ host: new URL(sandbox().url).host, answer: { status: 200 } })
  report(kit, new Error('lost'), 'CONNECT_FAILED')
  expect(titles('error')).toHaveLength(1)
})

it('records no pairing link, and no header', async () => {
  const { kit, timeline } = recorded()
  kit.state.connection.wcUri = 'wc:abc@2?symKey=secret'
  kit.state.modal.open = true
  await expect.poll(() => timeline.entries().some(({ title }) => title === 'modal')).toBe(true)
  expect(JSON.stringify([timeline.start(), timeline.entries()])).not.toContain('symKey')
  void kit.fetch?.('http://127.0.0.1:9/', { headers: { authorization: 'Bearer abc' } }).catch(() => undefined)
  expect(timeline.entries().some(({ kind }) => kind === 'request')).toBe(true)
  expect(JSON.stringify(timeline.entries())).not.toContain('Bearer')
})

it('leaves nothing of a request’s path in a report or an export', async () => {
  const { kit, timeline } = recorded()
  const asked = 'https://api.service.invalid/users/lovelace?key=ab12'
  await expect(kit.fetch?.(asked)).rejects.toThrow()
  const request = timeline.entries().find(({ kind }) => kind === 'request')
  expect(request).toMatchObject({ outcome: 'failed', detail: { url: asked } })
  expect(bugReport(kit, timeline)).not.toContain('lovelace')
  expect(bugReport(kit, timeline)).toContain('GET https://service.invalid/<removed> failed')
  expect(exportRecording(timeline, redactorOf(kit))).not.toContain('lovelace')
})

it('leaves the wallet and the kit as they were', async () => {
  const { kit, timeline, wallet, original, stop } = recorded()
  expect(wallet.provider.request).not.toBe(original)
  expect(kit.fetch).toBeDefined()
  stop()
  expect(wallet.provider.request).toBe(original)
  expect(kit.fetch).toBeUndefined()
  kit.state.modal.open = true
  await Promise.resolve()
  expect(timeline.entries().filter(({ title }) => title === 'modal')).toEqual([])
})

it('leaves what another script has put in place of a wallet’s function since', () => {
  const { wallet, stop } = recorded()
  const theirs = async () => []
  wallet.provider.request = theirs
  stop()
  expect(wallet.provider.request).toBe(theirs)
})

it('after a pause records what a record became meanwhile with its next change', async () => {
  const { kit, timeline } = recorded()
  const modal = () => timeline.entries().flatMap(({ title, detail }) => (title === 'modal' ? [detail] : []))
  timeline.pause(true)
  kit.state.modal.open = true
  await Promise.resolve()
  timeline.pause(false)
  kit.state.modal.shake = true
  await expect.poll(modal).toEqual([{ open: true, shake: true }])
})

it('says which wallet it cannot record', () => {
  const { kit, titles } = recorded()
  const { connector } = testConnector(sandbox())
  const provider = Object.freeze({ request: async () => [] })
  kit.state.connectors.list = [ref({ ...connector, id: 'frozen', name: 'Frozen', provider })]
  expect(titles('wallet')).toEqual(['Frozen is not recorded'])
})

it('names the fields that changed, and sets those that are gone to null', () => {
  const changes = changesOf({ a: 1, b: { c: 1 }, gone: 'x' }, { a: 1, b: { c: 2 }, added: true })
  expect(isPlainRecord(changes) && changes).toEqual({ b: { c: 2 }, gone: null, added: true })
})
