import { expect, it } from 'vitest'
import { migrate, type Migration, MIGRATIONS, newest } from '../../../cli/stages/migrate.ts'

const schema = './node_modules/walletkit/schema/generated/schema.json'

it('adds the schema first when there is none, and replaces another one in its place', () => {
  expect(JSON.stringify(migrate({ a: 1 }, { schema }).config)).toBe(JSON.stringify({ $schema: schema, a: 1 }))
  const moved = migrate({ a: 1, $schema: 'https://else.test/s.json', b: 2 }, { schema })
  expect(JSON.stringify(moved.config)).toBe(JSON.stringify({ a: 1, $schema: schema, b: 2 }))
  expect(moved).toMatchObject({ from: 0, to: 1, notes: [expect.stringContaining('"https://else.test/s.json"')] })
})

it('leaves a current config unchanged, and changes nothing when run again', () => {
  const config = { $schema: schema, projectId: 'p' }
  expect(migrate(config, { schema })).toEqual({ config, from: newest(MIGRATIONS), to: newest(MIGRATIONS), notes: [] })
  expect(migrate(migrate({}, { schema }).config, { schema }).notes).toEqual([])
})

it('applies the migrations in order, starting at the version of the config', () => {
  const step = (from: number, old: string, fresh: string): Migration => ({
    from,
    to: from + 1,
    change({ [old]: value, ...rest }) {
      return value === undefined ? undefined : { config: { ...rest, [fresh]: value }, note: `${old} is ${fresh}` }
    },
  })
  const table = [step(2, 'c', 'd'), step(0, 'a', 'b'), step(1, 'b', 'c')]
  expect(migrate({ a: 1 }, { schema }, table)).toEqual({
    config: { d: 1 },
    from: 0,
    to: 3,
    notes: ['a is b', 'b is c', 'c is d'],
  })
  expect(migrate({ c: 1 }, { schema }, table)).toMatchObject({ from: 2, to: 3, notes: ['c is d'] })
})

it('has a migration table without gaps', () => {
  expect(MIGRATIONS.map(({ from, to }) => [from, to])).toEqual(MIGRATIONS.map((_, index) => [index, index + 1]))
})
