/** The rows of a send to several recipients: typing, pasting, errors, and warnings that must be accepted. */
import { describe, expect, it } from 'vitest'
import { faultsOf, manyLabel, total } from '../../../../plugins/send/many/facts.ts'
import { manyIntent } from '../../../../plugins/send/many/intent.ts'
import { MOST_RECEIVERS } from '../../../../plugins/send/many/state.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { choose, load, openPanel } from '../kit.ts'

const sandbox = useSandbox()
const account = (at: number) => sandbox().accounts[at]?.address ?? ''

async function open(list = '', symbol = 'DAI') {
  const panel = await openPanel(sandbox())
  await load(panel)
  choose(panel, symbol)
  const { controller } = panel
  controller.several.begin()
  expect(controller.several.addList(list || `${account(1)},1\n${account(2)},2.5`)).toBeUndefined()
  await expect.poll(() => controller.many.rows.every(({ receiver }) => receiver.status !== 'searching')).toBe(true)
  return panel
}
const faults = ({ controller }: Awaited<ReturnType<typeof open>>) =>
  controller.many.rows.map((row) => faultsOf(controller, row))

it('takes over what the form with one recipient has', async () => {
  const panel = await openPanel(sandbox())
  const { controller } = panel
  await load(panel)
  choose(panel, 'DAI')
  controller.setAmount('3')
  await controller.setReceiver(account(4))
  controller.several.begin()
  expect(controller.many.rows).toMatchObject([{ amount: '3', receiver: { address: account(4) } }, { amount: '' }])
  // Opening the view again changes nothing.
  controller.several.begin()
  expect(controller.many.rows).toHaveLength(2)
})

it('knows the exact sum, and the payments in their order', async () => {
  const { controller } = await open(`${account(3)},0.1\n${account(2)},0.2\nolivia.walletkit.id,0.3`)
  expect(total(controller)).toBe(6n * 10n ** 17n)
  expect(manyLabel(controller)).toBe('previewSend')
  expect(manyIntent(controller)?.payments).toMatchObject([
    { to: account(3), amountText: '0.1' },
    { to: account(2), amountText: '0.2' },
    { name: 'olivia.walletkit.id', amountText: '0.3' },
  ])
})

describe('is not ready', () => {
  it.each([
    ['incorrectValue', '1,5', '1'],
    ['addAmount', '', '1'],
    ['addAmount', '0', '1'],
    ['insufficientFunds', '999999999', '1'],
  ])('and says %s for the amounts %j and %j', async (label, first, second) => {
    const { controller } = await open(`${account(1)};${first}\n${account(2)};${second}`)
    expect(manyLabel(controller)).toBe(label)
    expect(manyIntent(controller)).toBeUndefined()
  })

  it('for a sum that exceeds the balance although no single amount does', async () => {
    const { controller } = await open()
    // The chain's own figure arrives after the form.
    await expect.poll(() => controller.state.exactBalance?.value ?? 0n).toBeGreaterThan(0n)
    const { value, decimals } = controller.state.exactBalance ?? { value: 0n, decimals: 18 }
    const most = (value * 6n) / 10n / 10n ** BigInt(decimals)
    for (const { id } of controller.many.rows) controller.several.setAmount(id, String(most))
    expect(manyLabel(controller)).toBe('insufficientFunds')
  })

  it('without a recipient, with a mistyped one, and with the token’s own contract', async () => {
    const panel = await open()
    const { controller } = panel
    const [first] = controller.many.rows
    const write = (text: string) => controller.several.setReceiver(first?.id ?? 0, text)
    await write('')
    expect(manyLabel(controller)).toBe('addAddress')
    await write('0x12')
    expect(manyLabel(controller)).toBe('invalidAddress')
    await write(sandbox().tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '')
    expect(faults(panel)[0]).toEqual(['ownContract'])
    expect(manyLabel(controller)).toBe('blocked')
  })
})

it('a recipient that is listed twice needs a decision, and one more of it needs another', async () => {
  const panel = await open(`${account(1)},1\n${account(2)},1\n${account(1).toLowerCase()},1`)
  const { controller } = panel
  expect(faults(panel)).toEqual([['repeat'], [], ['repeat']])
  expect(manyLabel(controller)).toBe('checkMarked')
  expect(manyIntent(controller)).toBeUndefined()
  controller.several.keepRepeats(controller.many.rows[0]?.id ?? 0)
  expect(manyLabel(controller)).toBe('previewSend')
  controller.several.addList(`${account(1)},1`)
  await expect.poll(() => manyLabel(controller)).toBe('checkMarked')
})

it('an address that looks like a known one, or like another of the list, must be accepted, and again after a change', async () => {
  const twin = `${account(0).slice(0, 8)}${'7'.repeat(28)}${account(0).slice(-6)}`.toLowerCase()
  const other = `${account(2).slice(0, 8)}${'7'.repeat(28)}${account(2).slice(-6)}`.toLowerCase()
  const panel = await open(`${twin},1\n${account(2)},1\n${other},1`)
  const { controller } = panel
  expect(faults(panel)).toEqual([['lookAlike'], ['lookAlike'], ['lookAlike']])
  for (const { id } of controller.many.rows) controller.several.accept(id)
  expect(manyLabel(controller)).toBe('previewSend')
  const [first] = controller.many.rows
  await controller.several.setReceiver(first?.id ?? 0, '')
  await controller.several.setReceiver(first?.id ?? 0, twin)
  expect(manyLabel(controller)).toBe('checkMarked')
})

it('a list that is too long, or empty, is refused as a whole', async () => {
  const { controller } = await open()
  const line = `${account(3)},1\n`
  expect(controller.several.addList(line.repeat(MOST_RECEIVERS - 1))).toEqual({
    kind: 'long',
    count: MOST_RECEIVERS + 1,
  })
  expect(controller.several.addList(' \n ')).toEqual({ kind: 'empty' })
  expect(controller.many.rows).toHaveLength(2)
  for (let at = 0; at < MOST_RECEIVERS; at++) controller.several.add()
  expect(controller.many.rows).toHaveLength(MOST_RECEIVERS)
})
