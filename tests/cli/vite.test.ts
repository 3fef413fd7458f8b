import { expect, expectTypeOf, it } from 'vitest'
import type { Plugin } from 'vite'
import { walletkit } from '../../cli/vite.ts'
import type * as published from '../../cli/vite.public.d.ts'

it('is published with the types that it has', () => {
  expectTypeOf<Parameters<typeof published.walletkit>>().toEqualTypeOf<Parameters<typeof walletkit>>()
  expectTypeOf(walletkit()).toExtend<Plugin>()
  expect(walletkit().name).toBe('walletkit')
})
