import { expect, it } from 'vitest'
import { call, CONFIG, folder } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['csp', ...args], cwd)
const POLICY =
  "default-src 'self'; img-src 'self' data: http://127.0.0.1:4747; connect-src 'self' http://127.0.0.1:4747 ws://127.0.0.1:4747; require-trusted-types-for 'script'; trusted-types 'none'"

it('prints only the policy of the config to stdout', async () => {
  const root = await folder({ 'walletkit.config.json': CONFIG })
  expect(await cli([], root)).toEqual({ code: 0, out: `Content-Security-Policy: ${POLICY}\n`, err: '' })
  expect((await cli(['--for', 'meta'], root)).out).toBe(
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />\n`,
  )
  const next = JSON.parse((await cli(['--for', 'next', '--json'], root)).out) as { policy: string; notes: string[] }
  expect(next.policy).toBe(POLICY)
  expect(next.notes[0]).toContain('inline scripts')
  expect((await cli(['--for', 'apache'], root)).err).toContain('meta, nginx, netlify')
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
