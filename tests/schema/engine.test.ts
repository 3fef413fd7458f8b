import { expect, it } from 'vitest'
import { fitsEngine } from '../../schema/engine.ts'

it.each([
  ['^0.1', '0.1.0', true],
  ['^0.1', '0.1.9', true],
  ['^0.1', '0.2.0', false],
  ['^0.1.2', '0.1.1', false],
  ['^1', '1.9.3', true],
  ['^1', '2.0.0', false],
  ['^1.4', '1.3.9', false],
  ['^1.4.2', '1.5.0', true],
  ['^1.4.2', '1.4.2', true],
  ['^0.0.3', '0.0.3', true],
  ['^0.0.3', '0.0.4', false],
  ['>=1', '1.0.0', false],
  ['^1', 'next', false],
  ['^0.2', '0.2.0-rc.1', true],
])('%s holds %s: %s', (range, version, holds) => expect(fitsEngine(version, range)).toBe(holds))
