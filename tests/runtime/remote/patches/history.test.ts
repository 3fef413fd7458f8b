import { expect, it } from 'vitest'
import { type History, keepShort, KEPT } from '../../../../runtime/remote/patches/history.ts'
import { useRemote } from '../../../support/remote.ts'

const remote = useRemote()

type Stored = { request: { method: string }; response?: unknown }[]

it('keeps only the newest requests and messages, over a real relay', async () => {
  const client = remote.clientStorage()
  const page = await remote.page({ page: remote.pageStorage(), client })
  const wallet = await remote.wallet({ policy: 'approve' })
  await remote.connected(page, wallet)
  const [account] = remote.sandbox().accounts
  const sign = (text: string) =>
    remote.provider(page).request({
      method: 'personal_sign',
      params: [`0x${Buffer.from(text).toString('hex')}`, account?.address],
    })
  for (let at = 0; at < KEPT * 2; at++) await sign(`message ${at}`)
  const entries = new Map(await client.getEntries())
  const named = (name: string) => [...entries].find(([key]) => key.endsWith(`//${name}`))?.[1] as unknown
  expect((named('history') as Stored).length).toBeLessThanOrEqual(KEPT + 3)
  for (const messages of Object.values(named('messages') as Record<string, object>))
    expect(Object.keys(messages).length).toBeLessThanOrEqual(KEPT + 2)
})

it('keeps an unanswered wallet request, however old it is', () => {
  const records: History['values'][number][] = []
  const heard: (() => void)[] = []
  const history: History = {
    get values() {
      return [...records]
    },
    delete: (_topic, id) =>
      void records.splice(
        records.findIndex((each) => each.id === id),
        1,
      ),
    on: (_event, listener) => void heard.push(listener),
  }
  const topic = 'topic'
  const messages = new Map([[topic, Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`hash${at}`, 'text']))]])
  keepShort(history, { messages })
  records.push({ id: 0, topic, request: { method: 'wc_sessionRequest' } })
  records.push({ id: 1, topic, request: { method: 'wc_sessionDelete' } })
  for (let id = 2; id < 100; id++) {
    records.push({ id, topic, request: { method: 'wc_sessionRequest' }, response: {} })
    heard.forEach((hear) => hear())
  }
  expect(records.map(({ id }) => id)).toEqual([0, ...Array.from({ length: KEPT }, (_, at) => 100 - KEPT + at)])
  expect(Object.keys(messages.get(topic) ?? {}).at(0)).toBe(`hash${100 - KEPT}`)
})
