import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parsePolicy } from '../../../cli/stages/policy.ts'
import { call, CONFIG, folder, repository } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['csp', ...args], cwd)
const POLICY =
  "default-src 'self'; img-src 'self' data: http://127.0.0.1:4747; connect-src 'self' http://127.0.0.1:4747 ws://127.0.0.1:4747; base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

it('prints only the policy of the config to stdout', async () => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  expect(await cli([], root)).toEqual({ code: 0, out: `Content-Security-Policy: ${POLICY}\n`, err: '' })
  expect((await cli(['--for', 'meta'], root)).out).toBe(
    `<meta http-equiv="Content-Security-Policy" content="${POLICY.replace(" frame-ancestors 'none';", '')}" />\n`,
  )
  const next = JSON.parse((await cli(['--for', 'next', '--json'], root)).out) as { policy: string; notes: string[] }
  expect(next.policy).toBe(POLICY)
  expect(next.notes[0]).toContain('inline scripts')
  expect((await cli(['--for', 'apache'], root)).err).toContain('meta, nginx, netlify')
})

/** The Trusted Types policies that the templates' frameworks create when they load. */
const TRUSTED: Record<string, string[]> = {
  next: ['nextjs', 'nextjs#bundler'],
  'next-pages': ['nextjs', 'nextjs#bundler'],
  nuxt: ['vue'],
  svelte: ['svelte-trusted-html'],
  sveltekit: ['svelte-trusted-html', 'sveltekit-trusted-url'],
  vue: ['vue'],
}

it.each(readdirSync(join(repository, 'templates')).filter((name) => name !== 'plugin'))(
  'leaves nothing open in the policy of the template %s that default-src does not cover',
  async (name) => {
    const { out } = await cli(['--json'], join(repository, 'templates', name))
    const policy = parsePolicy((JSON.parse(out) as { policy: string }).policy)
    expect(Object.fromEntries(policy)).toMatchObject({
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'default-src': ["'self'"],
      'trusted-types': TRUSTED[name] ?? ["'none'"],
    })
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|\*/)
  },
)

it('the template for Next sends the printed policy, and adds only what Next needs', async () => {
  const text = await readFile(join(repository, 'templates/next/proxy.ts'), 'utf8')
  const added = [...text.matchAll(/[`"]([a-z-]+) '/g)].map(([, directive]) => directive)
  expect(text).toContain('[csp.policy, ')
  expect(added).toEqual(['script-src'])
})

it('exits with 1 for a config with issues, and when the host would reject the line', async () => {
  const list = Array.from({ length: 60 }, (_, index) => `https://a-host-with-a-long-name-${index}.test`)
  const root = await folder({
    'bad.json': '{}',
    'long.json': JSON.stringify({ projectId: 'p', networks: ['eip155:1'], customRpcUrls: { 'eip155:1': list } }),
  })
  expect((await cli(['--config', 'bad.json'], root)).code).toBe(1)
  expect((await cli(['--config', 'long.json', '--for', 'netlify'], root)).code).toBe(0)
  const refused = await cli(['--config', 'long.json', '--for', 'cloudflare'], root)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('more than 2000 characters') as string })
})
