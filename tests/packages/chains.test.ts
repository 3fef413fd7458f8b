/**
 * A page with four namespaces, built with the packed packages: checks each one's size, and that each works with the
 * policy.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Report } from '../../cli/report.ts'
import { useBrowser, walletScript } from '../support/browser.ts'
import { otherKeys, otherNetworks } from '../support/networks.ts'
import { copyProject, lastLine, walletkit } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'

/** The most gzip bytes of all lazy chunks and libraries of a namespace. */
const LIMITS = { solana: 35_000, polkadot: 8_000, bip122: 12_400 }
const OTHERS = ['solana', 'polkadot', 'bip122'] as const

const sandbox = useSandbox()
const browser = useBrowser()
let home = ''
const site = () => join(home, 'deep', 'site')

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-chains-'))
  mkdirSync(join(home, 'deep'))
  copyProject(site())
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function build(networks: readonly string[]): Report {
  const file = join(site(), 'walletkit.config.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...config, networks }))
  const env = { NODE_ENV: 'production', WALLETKIT_SANDBOX_URL: sandbox().url }
  const { code, out, err } = walletkit(site(), ['build', '--json'], { env })
  expect(code, err).toBe(0)
  return lastLine(out)
}

it('build has no byte of a namespace that the config does not name', () => {
  const { weights, leftovers } = build(['eip155:31337'])
  expect(Object.keys(weights.chains)).toEqual(['eip155'])
  expect(leftovers).toEqual([])
}, 60_000)

it('build keeps each namespace within its limit, and the page connects on each with the printed policy', async () => {
  const networks = otherNetworks(sandbox(), OTHERS)
  const report = build(['eip155:31337', ...networks.map(({ caipNetworkId }) => caipNetworkId)])
  for (const namespace of OTHERS) {
    expect(report.weights.chains[namespace]?.lazy, namespace).toBeLessThanOrEqual(LIMITS[namespace])
    expect(report.weights.chains[namespace]?.lazy, namespace).toBeGreaterThan(1_000)
  }
  const { url, stop } = await serveFolder(join(site(), 'dist'), { headers: { 'content-security-policy': report.csp } })
  const context = await browser().newContext()
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on(
      'console',
      (message) => void (/Content Security Policy|Trusted Type/i.test(message.text()) && faults.push(message.text())),
    )
    await page.addInitScript(walletScript(sandbox(), otherKeys(sandbox(), OTHERS)))
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await page.getByRole('button', { name: /Test wallet/ }).click()
    await page.getByRole('button', { name: 'Solana', exact: true }).click()
    await page
      .getByRole('button', { name: new RegExp(`^${sandbox().solana.accounts[0]?.address.slice(0, 4)}`) })
      .click()
    await page.getByText('1,000 SOL').waitFor()
    for (const { name } of networks.slice(1)) {
      await page.getByRole('button', { name: /^Choose network/ }).click()
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('button', { name: /Test wallet/ }).click()
      await page.waitForFunction(
        (count) => localStorage.getItem('@appkit/connected_namespaces')?.split(',').length === count,
        networks.findIndex((each) => each.name === name) + 1,
      )
      await page
        .getByRole('button', { name: /^[0-9a-zA-Z]{4,6}(…|\.\.\.)/ })
        .first()
        .click()
    }
    expect(faults).toEqual([])
  } finally {
    await context.close()
    await stop()
  }
}, 120_000)

it('package bundles the functions that it uses of @solana/kit, and they work', async () => {
  // The bundle is for browsers, where hashing needs a secure context.
  vi.stubGlobal('isSecureContext', true)
  const file = pathToFileURL(join(site(), 'node_modules/walletkit/dist/runtime/lib/vendor/solana.js')).href
  const { findAssociatedTokenPda } = (await import(/* @vite-ignore */ file)) as {
    findAssociatedTokenPda: (of: object) => Promise<[string]>
  }
  const [mint, owner] = [sandbox().solana.mint.address, sandbox().solana.accounts[0]?.address ?? '']
  const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const [associated] = PublicKey.findProgramAddressSync(
    [new PublicKey(owner).toBytes(), new PublicKey(tokenProgram).toBytes(), new PublicKey(mint).toBytes()],
    new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  )
  expect(await findAssociatedTokenPda({ mint, owner, tokenProgram })).toContain(associated.toBase58())
})
