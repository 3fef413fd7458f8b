import { expect, expectTypeOf, it } from 'vitest'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'
import { walletkit } from '../../cli/vite.ts'
import type * as published from '../../cli/vite.public.d.ts'
import { CONFIG, folder } from './project.ts'

it('is published with its types', () => {
  expectTypeOf<Parameters<typeof published.walletkit>>().toEqualTypeOf<Parameters<typeof walletkit>>()
  expectTypeOf(walletkit()).toExtend<Plugin>()
  expect(walletkit().name).toBe('walletkit')
})

it('pre-bundles every entry point in dev, so that no late discovery reloads the page', async () => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  const { config } = walletkit()
  const hook = config as unknown as (user: UserConfig, env: ConfigEnv) => Promise<UserConfig>
  const served = await hook({ root }, { command: 'serve', mode: 'development' })
  expect(served.optimizeDeps?.include).toEqual(
    expect.arrayContaining([
      'walletkit/devtools',
      'walletkit/walletconnect',
      'walletkit/analytics',
      'walletkit/chains/eip155',
    ]),
  )
})
