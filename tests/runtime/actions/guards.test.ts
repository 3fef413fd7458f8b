/** A guard that throws must not keep the modal open: it closes, and the error names the plugin. */
import { expect, it } from 'vitest'
import { requestClose } from '../../../runtime/actions/close.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { makeKit } from '../../support/kit.ts'

const guarded = (id: string, mayClose: () => boolean): AnyPlugin => ({
  id,
  feature: id,
  engine: '^0.1',
  slots: { guards: [{ key: id, order: 1, mayClose }] },
})
const broken = guarded('broken', () => {
  throw new Error('no')
})
const setup = (...plugins: AnyPlugin[]) => {
  const kit = makeKit({}, { plugins })
  const causes: string[] = []
  kit.events.on('error', ({ cause }) => void causes.push((cause as Error).message))
  kit.state.modal.open = true
  return { kit, causes }
}

it('closes when a guard throws, and names its plugin in the error', () => {
  const { kit, causes } = setup(broken)
  expect(requestClose(kit, 'button')).toBe(true)
  expect(kit.state.modal.open).toBe(false)
  expect(causes).toEqual(['Plugin "broken" failed in a guard'])
})

it('still asks the other guards after one throws', () => {
  const { kit } = setup(
    broken,
    guarded('locked', () => false),
  )
  expect(requestClose(kit, 'button')).toBe(false)
  expect(kit.state.modal.open).toBe(true)
})
