/** The preview's files have the draft's RPC addresses, with their keys: only the preview's own page may load them. */
import { request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startPreview } from '../../../cli/studio/preview.ts'
import type { BuiltDraft } from '../../../cli/studio/build.ts'

const draft = (text: string): BuiltDraft =>
  ({ files: new Map([['wallet.js', Buffer.from(text)]]), csp: "frame-ancestors 'none'" }) as unknown as BuiltDraft

async function open() {
  const preview = await startPreview(() => 'http://127.0.0.1:1')
  onTestFinished(() => void preview.server.close())
  const ask = (url: string, site?: string) =>
    new Promise<{ status: number | undefined; policy: unknown; text: string }>((resolve, reject) => {
      const headers = { ...(site && { 'sec-fetch-site': site }) }
      request(url, { headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            policy: answer.headers['cross-origin-resource-policy'],
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
        .on('error', reject)
        .end()
    })
  return { ...preview, ask }
}

it('no other page loads the files of a draft, also from another port of this computer', async () => {
  const { show, ask } = await open()
  const page = show(draft('rpc.example/KEY'))
  for (const site of ['cross-site', 'same-site', 'none', 'new-value']) {
    expect(await ask(`${page}wallet.js`, site)).toEqual({ status: 403, policy: 'same-origin', text: '' })
    expect((await ask(`${page}state.js`, site)).status).toBe(403)
  }
  const own = await ask(`${page}wallet.js`, 'same-origin')
  expect(own).toEqual({ status: 200, policy: 'same-origin', text: 'rpc.example/KEY' })
  // The studio frames the page from its own port; a stranger's site may not.
  expect((await ask(page, 'same-site')).status).toBe(200)
  expect(await ask(page, 'cross-site')).toEqual({ status: 403, policy: 'same-origin', text: '' })
})

it('the address of a draft cannot be guessed, and the newest three stay', async () => {
  const { show, ask, origin } = await open()
  const pages = ['a', 'b', 'c', 'd'].map((text) => show(draft(text)))
  for (const page of pages) expect(page.slice(origin.length)).toMatch(/^\/[\w-]{32}\/$/)
  expect(new Set(pages).size).toBe(4)
  const texts = await Promise.all(pages.map(async (page) => (await ask(`${page}wallet.js`)).text))
  expect(texts).toEqual(['', 'b', 'c', 'd'])
  expect((await ask(`${origin}/1/wallet.js`)).status).toBe(404)
})
