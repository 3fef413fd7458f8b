/** Runs the guide's example as readers copy it. */
import ts from 'typescript'
import { afterEach, expect, it, vi } from 'vitest'
import type { WalletKit } from '../../../runtime/index.ts'
import { createWalletKit } from '../../../runtime/kit/walletKit.ts'
import { checkText } from '../../../cli/stages/load.ts'
import { select } from '../../../cli/stages/select.ts'
import { filesOfGuide } from '../../support/guide.ts'

const files = filesOfGuide('runtime/analytics/README.md')
const text = (name: string) => {
  const found = files.get(name)
  if (found === undefined) throw new Error(`The guide has no ${name}`)
  return found
}
afterEach(() => vi.unstubAllGlobals())

it('has a config that passes, and sends nothing before consent', async () => {
  const loaded = await checkText(text('walletkit.config.json'), '/site/walletkit.config.json', 'walletkit.config.json')
  expect(loaded.issues).toEqual([])
  const selection = select(loaded)
  expect(selection?.parts).toEqual(['analytics'])
  expect(selection?.config.features?.['analytics']).toEqual({ consent: 'required' })
})

it('has a consent example that asks once, and gives the answer to every page', async () => {
  const held = new Map<string, string>()
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  })
  const { outputText } = ts.transpileModule(text('consent.ts'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  const { consent } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    consent: (kit: WalletKit) => { ask: boolean; answer: (given: boolean) => Promise<void> }
  }
  const sent: string[] = []
  const page = () =>
    createWalletKit({
      config: {
        projectId: 'p',
        services: { analytics: 'http://127.0.0.1:9' },
        features: { analytics: { consent: 'required' } },
      },
      parts: {
        analytics: async () => ({ default: { send: async (_kit, { event }) => void sent.push(event) } }),
      },
    })
  const told = async (kit: WalletKit) => {
    sent.length = 0
    await kit.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 20))
    return [...sent]
  }

  const first = page()
  const banner = consent(first)
  expect(banner.ask).toBe(true)
  expect(await told(first)).toEqual([])
  await banner.answer(true)
  expect(await told(first)).toEqual(['DISCONNECT_SUCCESS'])
  const second = page()
  expect(consent(second).ask).toBe(false)
  expect(await told(second)).toEqual(['DISCONNECT_SUCCESS'])
  await consent(second).answer(false)
  expect(await told(second)).toEqual([])
  const third = page()
  expect(consent(third).ask).toBe(false)
  expect(await told(third)).toEqual([])
})
