import { expect, it } from 'vitest'
import { countTag } from '../../../../../runtime/ui/screens/Connect/directory.ts'

it('shows exact counts below ten and at whole tens, otherwise rounds down to tens with a plus', () => {
  expect([0, 1, 9, 10, 11, 19, 20, 480, 487, 500].map(countTag)).toEqual([
    '0',
    '1',
    '9',
    '10',
    '10+',
    '10+',
    '20',
    '480',
    '480+',
    '500',
  ])
})
