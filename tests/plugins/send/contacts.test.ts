import { describe, expect, it } from 'vitest'
import * as form from '../../../plugins/send/form.ts'
import { offered } from '../../../plugins/send/contacts.ts'
import { CONTACT_LIMIT } from '../../../runtime/plugin.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openPanel } from './kit.ts'

const sandbox = useSandbox()
const account = (at: number) => sandbox().accounts[at]?.address ?? ''
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

async function open() {
  const panel = await openPanel(sandbox())
  const end = panel.controller.enter()
  return { ...panel, end }
}

describe('contacts of the send form', () => {
  it('are saved, renamed, moved to another address and deleted', async () => {
    const { controller } = await open()
    expect(await controller.book.save({ name: 'Mira', address: account(1) })).toBeUndefined()
    expect(await controller.book.save({ name: 'Mira Lind', address: account(1) }, account(1))).toBeUndefined()
    expect(names(controller.state.contacts)).toEqual(['Mira Lind'])
    await controller.book.save({ name: 'Mira Lind', address: account(2) }, account(1))
    expect(controller.state.contacts).toMatchObject([{ name: 'Mira Lind', address: account(2) }])
    const [first] = controller.state.contacts
    if (first) controller.book.remove(first)
    expect(controller.state.contacts).toEqual([])
  })

  it('are refused with what is wrong, and then nothing is stored', async () => {
    const { controller } = await open()
    await controller.book.save({ name: 'Mira', address: account(1) })
    expect(await controller.book.save({ name: ' ', address: account(2) })).toBe('name')
    expect(await controller.book.save({ name: 'mira', address: account(2) })).toBe('taken')
    expect(await controller.book.save({ name: account(3), address: account(2) })).toBe('alike')
    expect(await controller.book.save({ name: ` ${account(3).slice(2)}`, address: account(2) })).toBe('alike')
    expect(await controller.book.save({ name: 'Noah', address: 'noah.walletkit.id' })).toBe('address')
    const mistyped = account(2)
      .replace(/[a-f]/, (letter) => letter.toUpperCase())
      .replace(/[A-F](?=[^A-F]*$)/, (letter) => letter.toLowerCase())
    expect(await controller.book.save({ name: 'Noah', address: mistyped })).toBe('address')
    expect(names(controller.state.contacts)).toEqual(['Mira'])
  })

  it('are refused with the name of another one, however it is written, and found by it', async () => {
    const { controller } = await open()
    await controller.book.save({ name: 'Zoë Lind', address: account(1) })
    for (const name of ['Zoë  Lind', 'Zoë\u200b Lind', 'Zoe\u0308 Lind', '\ufeffzoë\u00a0lind']) {
      expect(await controller.book.save({ name, address: account(2) })).toBe('taken')
      await controller.setReceiver(name)
      expect(controller.state.receiver).toMatchObject({ status: 'found', address: account(1) })
    }
    expect(controller.state.contacts).toHaveLength(1)
  })

  it('are refused by the name that would be stored; what was stored stays', async () => {
    const { controller } = await open()
    await controller.book.save({ name: 'Mira', address: account(1) })
    const change = (name: string) => controller.book.save({ name, address: account(2) }, account(1))
    expect(await change('\u200b')).toBe('name')
    expect(await change(`\u200b${account(3)}`)).toBe('alike')
    expect(controller.state.contacts).toMatchObject([{ name: 'Mira', address: account(1) }])
  })

  it('are refused when there is no room for another one, which is said; those that are there can change', async () => {
    const { controller, kit } = await open()
    const many = Array.from({ length: CONTACT_LIMIT }, (_, at) => ({
      ...{ name: `Contact ${at}`, address: `0x${String(at).padStart(40, 'a')}`, namespace: 'eip155' },
    }))
    kit.storage.set('@appkit/contacts', JSON.stringify(many))
    expect(await controller.book.save({ name: 'Mira', address: account(1) })).toBe('full')
    const [first] = many
    expect(await controller.book.save({ name: 'Mira', address: account(1) }, first?.address)).toBeUndefined()
    expect(controller.state.contacts).toHaveLength(CONTACT_LIMIT)
  })

  it('are found by name, and name the receiver of an address', async () => {
    const { controller } = await open()
    await controller.book.save({ name: 'Mira', address: account(1) })
    await controller.setReceiver(' MIRA ')
    expect(controller.state.receiver).toMatchObject({ status: 'found', address: account(1), contact: 'Mira' })
    await controller.setReceiver(account(1).toLowerCase())
    expect(controller.state.receiver.contact).toBe('Mira')
    await controller.setReceiver(account(2))
    expect(controller.state.receiver.contact).toBeUndefined()
  })

  it('never stand in for a name of the chain, whatever a file of contacts calls them', async () => {
    const { controller } = await open()
    controller.book.fromText(
      JSON.stringify([{ name: 'olivia.walletkit.id', address: account(5), namespace: 'eip155' }]),
    )
    await controller.setReceiver('olivia.walletkit.id')
    expect(controller.state.receiver.address).toBe(account(1))
  })

  it('never stand in for an address, and none is called like one, whatever a file says', async () => {
    const { controller, kit } = await open()
    const bare = account(1).slice(2)
    const called = (name: string) => [{ name, address: account(5), namespace: 'eip155' as const }]
    for (const name of [bare, account(1), account(1).slice(0, 8), 'GdnSyH3YtwcxFvQrVVJMm1JhTS4QVX7M'])
      expect(controller.book.fromText(JSON.stringify(called(name)))).toBe(0)
    expect(kit.storage.get('@appkit/contacts')).toBeUndefined()
    // Not even one that is there already.
    controller.state.contacts = called(bare)
    await controller.setReceiver(bare)
    expect(controller.state.receiver).toMatchObject({ status: 'found', address: account(1) })
  })

  it('are offered by the beginning of a word or of the address', () => {
    const contact = (name: string, address: string) => ({ name, address, namespace: 'eip155' as const })
    const list = [
      contact('Ada Byron', '0xa1'),
      contact('Bo', '0xb2'),
      contact('Mira Lind', '0xa2'),
      contact('Zoe', '0xc3'),
    ]
    expect(names(offered(list, ''))).toEqual(['Ada Byron', 'Bo', 'Mira Lind'])
    expect(names(offered(list, 'b'))).toEqual(['Ada Byron', 'Bo'])
    expect(names(offered(list, 'lind'))).toEqual(['Mira Lind'])
    expect(names(offered(list, '0xA'))).toEqual(['Ada Byron', 'Mira Lind'])
    expect(offered(list, 'nobody')).toEqual([])
  })

  it('warn of an address that imitates one, and a contact that imitates a used address is still warned of', async () => {
    const { controller } = await open()
    const twin = `${account(1).slice(0, 6)}${'7'.repeat(32)}${account(1).slice(-4)}`.toLowerCase()
    await controller.book.save({ name: 'Mira', address: account(1) })
    await controller.setReceiver(twin)
    expect(form.lookAlike(controller)).toBe(account(1))
    controller.state.contacts = []
    controller.state.known = [account(1)]
    await controller.book.save({ name: 'Twin', address: twin })
    controller.state.contacts = controller.state.contacts.filter(({ name }) => name === 'Twin')
    await controller.setReceiver(twin)
    expect(form.lookAlike(controller)).toBe(account(1))
  })

  it('go into a file and come back, and who is known keeps the name', async () => {
    const { controller, kit } = await open()
    await controller.book.save({ name: 'Mira', address: account(1) })
    await controller.book.save({ name: 'Noah', address: account(2) })
    const file = controller.book.toText()
    const [, noah] = controller.state.contacts
    if (noah) controller.book.remove(noah)
    await controller.book.save({ name: 'Mira Lind', address: account(1) }, account(1))
    expect(controller.book.fromText(file)).toBe(1)
    expect(names(controller.state.contacts)).toEqual(['Mira Lind', 'Noah'])
    expect(controller.book.fromText('{"not": "contacts"}')).toBe(0)
    expect(kit.storage.get('@appkit/contacts')).toContain('Mira Lind')
  })

  it('of a file that gives two addresses one name are not both added: the name would stand for either', async () => {
    const { controller } = await open()
    const called = (name: string, at: number) => ({ name, address: account(at), namespace: 'eip155' })
    const file = JSON.stringify([called('Mira', 1), called('mira', 2), called('Noah', 3)])
    expect(controller.book.fromText(file)).toBe(2)
    expect(names(controller.state.contacts)).toEqual(['Mira', 'Noah'])
  })
})
