import { expect, it } from 'vitest'
import base from '../../schema/base.schema.json' with { type: 'json' }
import { KIT_FEATURES, KIT_KEYS } from '../../schema/kitKeys.ts'
import * as keys from '../../runtime/lib/keyTable.ts'

it('names every key under which the kit keeps data, so that no plugin can have one as its id', () => {
  const { STORAGE_KEYS, ...rest } = keys
  const all = [...Object.values(STORAGE_KEYS), ...Object.values(rest)].filter((each) => typeof each === 'string')
  const names = all.flatMap((key) => /^@appkit\/([^:]+)$/.exec(key)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !KIT_KEYS.includes(name))).toEqual([])
})

it('names every key of features that is no plugin’s, so that no plugin can have one as its own', () => {
  expect([...KIT_FEATURES].sort()).toEqual(Object.keys(base.properties.features.properties).sort())
})
