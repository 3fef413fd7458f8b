/** Controllers that fail, hang or come late, and what remains of them when the kit is destroyed. */
import { afterEach, expect, it, vi } from 'vitest'
import { blame } from '../../../runtime/host/blame.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { activations } from '../../../runtime/host/load.ts'
import { SETUP_TIME } from '../../../runtime/host/setUp.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { makeKit } from '../../support/kit.ts'

afterEach(() => void vi.useRealTimers())

const setup = (made: unknown, more: Partial<AnyPlugin> = {}) => {
  const plugin: AnyPlugin = {
    id: 'tip',
    feature: 'tip',
    engine: '^0.1',
    controller: async () => ({ default: () => made }),
    ...more,
  }
  const kit = makeKit({}, { plugins: [plugin] })
  const causes: string[] = []
  kit.events.on('error', ({ cause }) => void causes.push(cause instanceof Error ? cause.message : String(cause)))
  const controller = activations(kit).get('tip')?.controller
  if (!controller) throw new Error('It is active')
  return { kit, causes, controller }
}
const destroy = (kit: Kit) => {
  for (const stop of kit.teardown.splice(0).reverse()) stop()
}

it.each<[string, Partial<AnyPlugin>, string]>([
  ['its code', { controller: () => Promise.reject(new Error('404')) }, 'Plugin "tip" failed to load'],
  [
    'its factory',
    {
      controller: async () => ({
        default: () => {
          throw new Error('no')
        },
      }),
    },
    'Plugin "tip" failed in setup',
  ],
  ['its module', { controller: async () => ({}) as never }, 'Plugin "tip" failed in setup'],
  ['an API it did not declare', { api: async () => ({ default: () => 1 as never }) }, 'Plugin "tip" failed in setup'],
])('names the plugin when %s fails, and tries again when asked again', async (_name, broken, message) => {
  const { controller } = setup({}, broken)
  await expect(controller()).rejects.toThrow(message)
  await expect(controller()).rejects.toThrow(message)
})

it('says which service an API needs', async () => {
  const { controller } = setup({}, { api: async () => ({ default: () => 1 as never }) })
  await expect(controller()).rejects.toMatchObject({
    cause: { code: 'PERMISSION', message: 'Plugin "tip" did not declare the service api in its permissions' },
  })
  const declared = setup(
    { fine: true },
    { api: async () => ({ default: () => 1 as never }), permissions: { services: ['api'] } },
  )
  expect(await declared.controller()).toEqual({ fine: true })
})

it('gives up on one that is not ready in time, and ends it when it comes', async () => {
  vi.useFakeTimers()
  const late = { destroy: vi.fn() }
  let finish = (_made: unknown) => {}
  const { controller } = setup(new Promise((resolve) => (finish = resolve)))
  const failed = expect(controller()).rejects.toThrow('Plugin "tip" failed in setup: not ready within 10 s')
  await vi.advanceTimersByTimeAsync(SETUP_TIME - 1)
  expect(late.destroy).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await failed
  finish(late)
  await vi.advanceTimersByTimeAsync(0)
  expect(late.destroy).toHaveBeenCalledOnce()
})

it('ends a controller with the kit, once', async () => {
  const made = { destroy: vi.fn() }
  const { kit, controller } = setup(made)
  await controller()
  destroy(kit)
  destroy(kit)
  expect(made.destroy).toHaveBeenCalledOnce()
})

it.each([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
])('lets the rest of the teardown go on when its end %s', async (_name, end) => {
  const { kit, causes, controller } = setup({ destroy: end })
  const first = vi.fn()
  kit.teardown.unshift(first)
  await controller()
  destroy(kit)
  await Promise.resolve()
  expect(first).toHaveBeenCalledOnce()
  expect(causes).toEqual(['Plugin "tip" failed in teardown'])
})

it('ends a controller at once that came after the kit was gone', async () => {
  const made = { destroy: vi.fn() }
  const { kit, controller } = setup(made)
  destroy(kit)
  await controller()
  expect(made.destroy).toHaveBeenCalledOnce()
})

it('knows the errors of a controller, its own methods and those of its class, and no others', async () => {
  class Base {
    #held = 'private'
    fails() {
      throw new Error(this.#held)
    }
  }
  class Controller extends Base {
    own = () => Promise.reject(new Error('own'))
  }
  const { kit, controller } = setup(new Controller())
  const made = (await controller()) as Controller
  const caught = async (run: () => unknown) => {
    try {
      return await run()
    } catch (error) {
      return error
    }
  }
  const [own, inherited] = [await caught(() => made.own()), await caught(() => made.fails())]
  expect([own, inherited].map((error) => (error as Error).message)).toEqual(['own', 'private'])
  expect(blame(kit, own)).toBe('tip')
  expect(blame(kit, new Error('wrapped', { cause: inherited }))).toBe('tip')
  expect(blame(kit, new Error('own'))).toBeUndefined()
  expect(made).toBeInstanceOf(Controller)
  expect(Object.keys(made)).toEqual(['own'])
})

it('leaves a frozen controller as it is', async () => {
  const made = Object.freeze({ run: () => 1 })
  expect(await setup(made).controller()).toBe(made)
})
