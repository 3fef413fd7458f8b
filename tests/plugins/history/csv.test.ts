import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../plugins/history/csv.ts'
import { createItems } from '../../../plugins/history/items.ts'
import { entryOf } from '../../../plugins/history/entry.ts'
import { parsePage, type Transaction } from '../../../plugins/history/transaction.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openHistory, rowAt } from './kit.ts'

const sandbox = useSandbox()
const NONE = { nameOf: () => undefined, suspicious: new Set<string>() }
const rows = (...list: unknown[]): Transaction[] => parsePage({ data: list }).data
const token = (symbol: string, address?: string) => ({ name: symbol, symbol, ...(address && { address }) })
const moved = (direction: string, symbol: string, numeric = '1') => ({
  direction,
  quantity: { numeric },
  fungible_info: token(symbol),
})
const POOL = '0x00000000000000000000000000000000000000aa'

describe('the activity as CSV', () => {
  it('has one line a transfer, oldest first, with the exact amount and the time in UTC', () => {
    const swap = {
      ...rowAt('b', 1_700_000_100),
      transfers: [moved('out', 'DAI', '1234567890.000000000000000001'), moved('in', 'ETH', '0.5')],
    }
    const [header, first, second, third, end] = csvOf(rows(swap, rowAt('a', 1_700_000_000)), NONE).split('\r\n')
    expect(header).toBe('time,type,status,direction,amount,symbol,token,usd,from,to,contact,network,hash,suspicious')
    expect(first).toMatch(/^2023-11-14T22:13:20.000Z,receive,confirmed,in,1.5,DAI,,1.5,0x/)
    expect(second).toContain(',out,1234567890.000000000000000001,DAI,')
    expect(third).toContain(',in,0.5,ETH,')
    expect(end).toBe('')
  })

  it.each(['a;=1+2', "x;=cmd|'/C calc'!A0", 'y; @SUM(1)', '＝1+2', ' =1+2', 'z;"=1"'])(
    'gives no spreadsheet a formula, also where it splits cells at semicolons: %s',
    (name) => {
      const text = csvOf(rows({ ...rowAt('a', 1), transfers: [moved('in', name)] }), NONE)
      for (const cell of text.split(/[,;\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
    },
  )

  it('quotes what would break the table, and disarms formulas in names that strangers gave', () => {
    const evil = { ...rowAt('a', 1), transfers: [moved('in', '=1+1'), moved('in', 'A,"B')] }
    const text = csvOf(rows(evil), NONE)
    expect(text).toContain(",in,1,'=1+1,")
    expect(text).toContain(',in,1,"A,""B",')
  })

  it('names contacts, approvals and what is suspicious', () => {
    const approval = { ...rowAt('a', 1), transfers: [], approvals: [{ spender: POOL, fungible_info: token('DAI') }] }
    const text = csvOf(rows(approval, { ...rowAt('b', 2), metadata: { ...rowAt('b', 2).metadata, sentTo: POOL } }), {
      nameOf: (address) => (address === POOL ? 'Pool' : undefined),
      suspicious: new Set(['b']),
    })
    expect(text).toContain(`approve,confirmed,,unlimited,DAI,,,`)
    expect(text).toMatch(/,Pool,eip155:31337,0x\w+,yes\r\n$/)
  })

  it('reads every page of the service', async () => {
    const account = sandbox().accounts[0]?.address ?? ''
    sandbox().indexer.add(
      account,
      Array.from({ length: 130 }, (_, at) => rowAt(`page-${at}`, 1_600_000_000 + at)),
    )
    const { controller } = await openHistory(sandbox())
    await controller.load()
    expect(controller.state.transactions.length).toBeLessThan(130)
    const text = (await controller.toCsv()) ?? ''
    expect(text.match(/^2020-/gm)).toHaveLength(130)
    sandbox().indexer.clear()
  })

  it('is refused in words when the service does not answer', async () => {
    const { controller, kit } = await openHistory(sandbox())
    sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 500 })
    try {
      expect(await controller.toCsv()).toBeUndefined()
      expect(kit.state.toast.message).toBe('The activity can’t be exported now')
    } finally {
      sandbox().faults.clear()
    }
  })
})

describe('a swap and the approval that it needed', () => {
  const approve = (id: string, at: number, spender = POOL) => ({
    ...rowAt(id, at, { operationType: 'approve', sentTo: '0xda1' }),
    transfers: [],
    approvals: [{ spender, fungible_info: token('DAI') }],
  })
  const swap = (id: string, at: number) => ({
    ...rowAt(id, at, { operationType: 'trade', sentTo: POOL }),
    transfers: [moved('out', 'DAI'), moved('in', 'ETH')],
  })
  const lines = (list: readonly Transaction[]) =>
    createItems()(list, [], [], false).items.flatMap((item) => (item.kind === 'row' ? [item] : []))

  it('are one line, which says so', () => {
    const [line, ...others] = lines(rows(swap('b', 2_000), approve('a', 1_900)))
    expect(others).toEqual([])
    expect(line?.approval?.id).toBe('a')
    if (line)
      expect(entryOf(line.row, undefined, line.approval)).toMatchObject({ title: 'history.swapped', approved: true })
  })

  it('also when the approval comes with the next page', () => {
    const make = createItems()
    const [one, two] = rows(swap('b', 2_000), approve('a', 1_900))
    if (!one || !two) throw new Error('Two rows were parsed')
    make([one], [], [], true)
    expect(make([one, two], [], [], false).items.filter(({ kind }) => kind === 'row')).toMatchObject([
      { approval: two },
    ])
  })

  it.each([
    ['of another contract', approve('a', 1_900, `0x${'b'.repeat(40)}`)],
    ['of long before', approve('a', 2_000 - 3_601)],
    ['that failed', { ...approve('a', 1_900), metadata: { ...approve('a', 1_900).metadata, status: 'failed' } }],
    ['after it', approve('a', 2_100)],
  ])('stay two lines for an approval %s', (_case, approval) => {
    const list = rows(swap('b', 2_000), approval).sort((a, b) => b.at - a.at)
    expect(lines(list)).toHaveLength(2)
  })
})
