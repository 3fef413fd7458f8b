import { expect, it } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { findView } from '../../../runtime/host/findView.ts'
import { makeKit } from '../../support/kit.ts'

const load = () => Promise.reject(new Error('Nobody draws it'))
const plugin = (id: string, view: string): AnyPlugin => ({
  id,
  feature: id,
  engine: '^0.1',
  views: { [view]: { title: '', load } },
})

it('finds a view by the spec’s spelling of its name, unless a plugin calls one just so', () => {
  const kit = makeKit({}, { plugins: [plugin('names', 'AccountName'), plugin('other', 'tip-jar')] })
  expect(findView(kit, 'account-name')).toMatchObject({ plugin: { id: 'names' }, name: 'AccountName' })
  expect(findView(kit, 'tip-jar')).toMatchObject({ plugin: { id: 'other' }, name: 'tip-jar' })
  expect(findView(kit, 'TipJar')).toBeUndefined()
})
