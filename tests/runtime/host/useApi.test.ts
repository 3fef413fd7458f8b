/** APIs between plugins: typed, frozen, and with versions. */
import { expect, it } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { activations } from '../../../runtime/host/load.ts'
import { fitsRange } from '../../../runtime/lib/fitsRange.ts'
import { fitsApi } from '../../../schema/engine.ts'
import { makeKit } from '../../support/kit.ts'

const plugin = (id: string, rest: Partial<AnyPlugin> = {}): AnyPlugin => ({
  id,
  feature: id,
  engine: '^0.1',
  guest: true,
  ...rest,
})

/** A plugin with an API. `made` counts its controllers. */
const jar = (rest: Partial<AnyPlugin> = {}, api: unknown = undefined) => {
  const made = { count: 0 }
  const owner = plugin('jar', {
    provides: { api: '1.2' },
    controller: async () => ({
      default: () => {
        made.count++
        return {
          api: api ?? {
            total: { eth: 1 },
            tip: (amount: string) => `tipped ${amount}`,
            fail: () => {
              throw new Error('empty')
            },
          },
        }
      },
    }),
    ...rest,
  })
  return { owner, made }
}

function use(range: string, owner: AnyPlugin | undefined, requires = ['jar@^1'], features = {}) {
  const user = plugin('user', { requires })
  const kit = makeKit({ features }, { plugins: owner ? [user, owner] : [user] })
  const errors: string[] = []
  kit.events.on('error', ({ code }) => void errors.push(code))
  const own = activations(kit).get('user')?.kit
  if (!own) throw new Error('no kit')
  return { api: () => own.use('jar', range), errors }
}

it('returns the other plugin’s API, frozen, with a controller that is made once', async () => {
  const { owner, made } = jar()
  const { api } = use('^1', owner)
  const [first, second] = [await api(), await api()]
  expect(first?.['tip']).toBeTypeOf('function')
  expect((first?.['tip'] as (amount: string) => string)('1')).toBe('tipped 1')
  expect(second?.['total']).toEqual({ eth: 1 })
  expect(Object.isFrozen(first)).toBe(true)
  expect(made.count).toBe(1)
})

it('is undefined when the other plugin is off or not there', async () => {
  expect(await use('^1', undefined).api()).toBeUndefined()
  expect(await use('^1', jar().owner, ['jar'], { jar: false }).api()).toBeUndefined()
})

it('rejects for a plugin that requires does not name', async () => {
  await expect(use('^1', jar().owner, []).api()).rejects.toThrow('Plugin "user" did not declare jar in its requires')
})

it('rejects for another version, for no version, and for a controller without an API', async () => {
  await expect(use('^2', jar().owner).api()).rejects.toThrow(
    'Plugin "user" needs the API ^2 of "jar", which provides 1.2',
  )
  const { provides: _none, ...without } = jar().owner
  await expect(use('^1', without).api()).rejects.toThrow('Plugin "jar" provides no API')
  await expect(use('^1', jar({}, 'text').owner).api()).rejects.toThrow('its controller has no member api')
})

it('what the API throws is the error of the plugin that offers it', async () => {
  const { api, errors } = use('^1', jar().owner)
  const fail = (await api())?.['fail'] as () => void
  expect(fail).toThrow()
  expect(errors).toEqual([])
})

it('what a user changes in a value of the API stays its own', async () => {
  const { api } = use('^1', jar().owner)
  const first = (await api())?.['total'] as { eth: number }
  Object.assign(first, { eth: 9 })
  expect((await api())?.['total']).toEqual({ eth: 1 })
})

it.each([
  ['1.2', '^1', true],
  ['1.2', '^1.3', false],
  ['1.2.4', '^1.2.3', true],
  ['2', '^1', false],
  ['1', '^1.0', true],
  ['0.3', '^0.2', false],
  ['0.2.5', '^0.2.1', true],
  ['0.2', '^0', true],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['0.0.4', '^0.0', true],
  ['1.2', '1', false],
  ['1.2', '>=1', false],
  ['next', '^1', false],
])('the page and the build agree: %s is in %s: %s', (version, range, fits) => {
  expect([fitsRange(version, range), fitsApi(version, range)]).toEqual([fits, fits])
})
