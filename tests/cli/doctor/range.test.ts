import { expect, it } from 'vitest'
import { inRange } from '../../../cli/doctor/range.ts'

it.each([
  ['19.0.0', '>=19.0.0', true],
  ['18.9.9', '>=19.0.0', false],
  ['19.2.1', '^18.0.0 || ^19.0.0', true],
  ['20.0.0', '^18.0.0 || ^19.0.0', false],
  ['0.2.9', '^0.2.3', true],
  ['0.3.0', '^0.2.3', false],
  ['0.0.4', '^0.0.3', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['1.9.0', '~1', true],
  ['8.1.0', '8', true],
  ['8.1.0', '8.x', true],
  ['8.1.0', '8.0.x', false],
  ['8.1.0', '=8.1.0', true],
  ['8.1.0', '8.1.1', false],
  ['2.0.0', '>1', true],
  ['1.9.0', '>1', false],
  ['1.9.0', '<=1', true],
  ['1.9.0', '>= 1.0.0 < 2', true],
  ['2.5.0', '1.0.0 - 2.4.9', false],
  ['2.4.9', '1.0.0 - 2.4.9', true],
  ['9.0.0-rc.1', '*', true],
  ['9.0.0', 'workspace:*', undefined],
  ['9.0.0', 'github:a/b || ^9', true],
  ['', '>=1', undefined],
])('%s in %s: %s', (version, range, expected) => {
  expect(inRange(version, range)).toBe(expected)
})
