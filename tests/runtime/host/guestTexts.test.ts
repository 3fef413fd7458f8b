/** What a third-party plugin hands over for the screen is text or the name of an icon, whatever it passes. */
import { describe, expect, it } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { progress } from '../../../runtime/data/progress.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { makeKit } from '../../support/kit.ts'

const plugin: AnyPlugin = { id: 'tip', feature: 'tip', engine: '^0.1', guest: true }
const setup = () => {
  const kit = makeKit({})
  return { kit, own: createPluginKit(kit, plugin) }
}
const HOSTILE: [string, unknown][] = [
  ['an object without a text', { toString: 1 }],
  ['an object', {}],
  ['a list', [1]],
  ['a symbol', Symbol('x')],
  ['a function', () => 'check'],
  ['null', null],
]

describe.each(HOSTILE)('%s', (_, value) => {
  it('is no icon of a toast', () => {
    const { kit, own } = setup()
    own.toast.success('Sent', value as never)
    expect(kit.state.toast).toMatchObject({ open: true, message: 'Sent' })
    expect(kit.state.toast.svg).toBeUndefined()
  })

  it('is no message, place or note of an error', () => {
    const { own } = setup()
    const refused = Object.assign(new Error('no'), { code: 4001 })
    const rows = { TIP_FAILED: { message: value, show: value, declined: value, loud: value } } as never
    for (const error of [new Error('x'), refused]) {
      const { message, note } = own.report(error, 'TIP_FAILED', rows)
      expect({ message, note }).toEqual({ message: 'Something went wrong', note: undefined })
    }
    const next = setup()
    const row = { message: 'No tip', show: value, declined: value, loud: true }
    next.own.report(refused, 'TIP_FAILED', { TIP_FAILED: row } as never)
    expect(next.kit.state.toast).toMatchObject({ open: true, message: 'No tip', note: undefined })
    expect(own.report(new Error('x'), value as never).code).toBe('PLUGIN_FAILED')
    expect(own.report(new Error('x'), 'TIP_FAILED', value as never).message).toBe('Something went wrong')
  })
})

it('an icon by its name stays, and so does an error row that is well formed', () => {
  const { kit, own } = setup()
  own.toast.success('Sent', 'coins')
  expect(kit.state.toast.svg).toBe('coins')
  const rows = { TIP_FAILED: { message: 'No tip', show: 'inline', declined: 'You keep it.' } } as const
  const refused = Object.assign(new Error('no'), { code: 4001 })
  expect(own.report(refused, 'TIP_FAILED', rows)).toMatchObject({ message: 'No tip', note: 'You keep it.' })
  expect(own.report(new Error('x'), 'TIP_FAILED', rows)).toMatchObject({ message: 'No tip', surface: 'inline' })
})

it('a link that answers differently each time is read once: what was checked is what the card opens', () => {
  const { kit, own } = setup()
  let asked = 0
  const link = {
    label: 'Look',
    get url() {
      return asked++ ? 'javascript:alert(1)' : 'https://explorer.example/tx/0x1'
    },
  }
  own.progress.show({ state: 'done', title: 'Tipped', link })
  expect(progress(kit)[0]?.link).toEqual({ url: 'https://explorer.example/tx/0x1', label: 'Look' })
})
