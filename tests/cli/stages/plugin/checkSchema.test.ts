import { describe, expect, it } from 'vitest'
import { found } from '../../commands/plugin/example.ts'

const REQUIRE = (name: string): [string, string, string] => [
  'config.schema.json',
  '"additionalProperties": false,',
  `"additionalProperties": false,\n  "required": ["${name}"],`,
]

it('an option that a site must write needs no default', async () => {
  expect(await found(REQUIRE('to'))).toEqual([])
})

describe('a required option that no site could write gets a finding with its line and a fix', () => {
  it.each<[string, [string, string, string][], object]>([
    [
      'that the schema does not have',
      [REQUIRE('too')],
      { at: 'config.schema.json:5', message: 'There is no option "too" that a site could write' },
    ],
    [
      'that has a default',
      [REQUIRE('amount')],
      {
        message: '"amount" has a default in the manifest, and a site must write it all the same',
        fix: 'Remove "amount" here, or from "options" of the manifest.',
      },
    ],
    [
      'that is a secret',
      [REQUIRE('to'), ['config.schema.json', '"visibility": "page"', '"visibility": "secret"']],
      { message: 'A site must write "to", and a config with a secret is refused' },
    ],
  ])('%s', async (_, changes, finding) => {
    expect(await found(...changes)).toEqual([expect.objectContaining({ level: 'error', ...finding })])
  })
})
