import { readFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { VIEWPORT } from '../engine.ts'
import { type Box, installEyes } from '../eyes.ts'
import { startStudio } from '../studio.ts'
import { until, type Visitor } from '../visitor.ts'

/** Its spaces and empty lines must stay. */
const CONFIG = `{
  "projectId": "test",
  "networks": ["eip155:31337"],   "services": "sandbox",
  "theme": {   "mode": "light" },


  "features": { "send": true, "receive": true, "swaps": false }
}
`
const CHANGED = '"features": { "send": false, "receive": true, "swaps": false }'

/** Switches a feature off beside the live modal, sees what it weighed and the diff, and writes that change alone. */
export async function studio(visitor: Visitor): Promise<void> {
  const { driver, ask, press, see } = visitor
  const { url, file, stop } = await startStudio(visitor.site.sandbox, CONFIG)
  // The page must be closed before, because a request to a server that has stopped is an error of the page.
  onTestFinished(stop)
  await driver.go(url)
  await see(/^Up to date\.$/m)
  await seeModal(visitor)
  await see(/^send\s+[\d.]+ kB/m)
  expect(await views(visitor)).toContain('WalletSend')

  await press(/^Features$/)
  await visitor.choose(/^features\.send$/, 'Off')
  await see(/Left out: send/)
  await see(/Everything, gzip, without React: [\d.]+ kB \(−[\d.]+ kB\)/)
  expect(await views(visitor)).not.toContain('WalletSend')
  await seeModal(visitor)

  await press(/^Review changes$/)
  await see(/Changes of walletkit\.config\.json/)
  expect(await ask<string>('eyes.text()')).toContain(`+  ${CHANGED}`)
  expect(readFileSync(file, 'utf8')).toBe(CONFIG)
  await press(/^Write walletkit\.config\.json$/)
  await until('the end of the review', async () => ((await visitor.isOpen()) ? undefined : true))
  expect(readFileSync(file, 'utf8')).toBe(CONFIG.replace(/"features".*/, CHANGED))
  await seeModal(visitor)
}

/** The views that the preview can show. */
const views = ({ ask }: Visitor) => ask<string[]>(`[...document.querySelectorAll('option')].map(({ value }) => value)`)

/** Waits until the frame beside the form shows the modal of the newest draft, with its wallets. */
async function seeModal({ ask, driver }: Visitor): Promise<void> {
  const inside = (expression: string) => driver.inside<string>('preview', expression).catch(String)
  const text = () => inside(`globalThis.eyes ? eyes.text() : (${String(installEyes)})()`)
  const isShown = async () => {
    // After a change, the frame shows the older draft until the new page arrives.
    const isNew = (await inside('location.href')) === (await ask<string>(`document.querySelector('iframe').src`))
    return (isNew && /Connect Wallet[^]*Test wallet/.test((await text()) ?? '')) || undefined
  }
  await until('the modal in the preview', isShown, async () => (await text()) ?? 'nothing')
  // The page says here why the modal did not open.
  expect(await inside(`document.querySelector('h1').textContent`)).toBe('Your page')
  const [form, frame] = await Promise.all(['.form', 'iframe.frame'].map((of) => ask<Box>(`eyes.boxOf('${of}')`)))
  expect(frame?.left).toBeGreaterThanOrEqual(form?.right ?? Infinity)
  expect(frame?.right).toBeLessThanOrEqual(VIEWPORT.width)
}
