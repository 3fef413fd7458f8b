import { expect, it } from 'vitest'
import { findCoreView } from '../../../../runtime/ui/screens/index.ts'
import { makeKit } from '../../../support/kit.ts'

it('finds a view by its own name only, and not by the name of what every object has', () => {
  const kit = makeKit()
  expect(findCoreView(kit, 'Connect')?.title).toBe('Connect Wallet')
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(findCoreView(kit, name)).toBeUndefined()
})
