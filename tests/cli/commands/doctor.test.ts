import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Finding } from '../../../cli/doctor/finding.ts'
import { call, CONFIG, folder, run } from '../project.ts'

type Answer = { ok: boolean; findings: Finding[]; notChecked: string[] }

const doctor = async (root: string, ...args: string[]) => {
  const { code, out } = await call(['doctor', '--json', ...args], root)
  const answer = JSON.parse(out) as Answer
  expect(answer.ok).toBe(code === 0)
  for (const { level, fix } of answer.findings) expect(fix === undefined).toBe(level === 'ok')
  return { code, ...answer, of: (about: string) => answer.findings.filter((each) => each.about === about) }
}

const packageOf = (name: string, version: string, at = `node_modules/${name}`) => ({
  [`${at}/package.json`]: JSON.stringify({ name, version, main: 'index.js' }),
})
const HEALTHY = {
  'package.json': '{ "devDependencies": { "vite": "8.0.0", "react": "19.0.0" } }',
  'vite.config.js': "import { walletkit } from 'walletkit/vite'\nexport default { plugins: [walletkit()] }",
  'walletkit.config.json': CONFIG,
  'index.html': `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data: http://127.0.0.1:4747; connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*; base-uri 'none'; form-action 'self'; object-src 'none'">`,
  ...packageOf('react', '19.2.0'),
  ...packageOf('react-dom', '19.2.0'),
  ...packageOf('vite', '8.1.0'),
  ...packageOf('walletkit', '0.1.0'),
  ...packageOf('walletkit-sandbox', '0.1.0'),
  ...packageOf('viem', '2.57.1'),
}

it('reports no problem in a healthy project', { timeout: 60_000 }, async () => {
  const { code, findings, of, notChecked } = await doctor(await folder(HEALTHY))
  // Another process may use the sandbox's port on the computer that runs the test.
  expect(findings.filter(({ level, about }) => level !== 'ok' && about !== 'sandbox port')).toEqual([])
  expect(code).toBe(0)
  expect(findings.map(({ about }) => about)).toEqual(
    expect.arrayContaining([
      'node',
      'react',
      'vite',
      'one react',
      'one viem',
      'vite plugin',
      'config',
      'sandbox',
      'sandbox port',
      'csp',
    ]),
  )
  expect(of('csp')[0]?.message).toContain('index.html')
  expect(notChecked).toEqual([])
})

it('takes the absolute path of a config', { timeout: 60_000 }, async () => {
  const { 'walletkit.config.json': config, ...rest } = HEALTHY
  const root = await folder({ ...rest, 'site.json': config })
  const { of } = await doctor(root, '--config', `${root}/site.json`)
  expect(of('config')[0]?.level).toBe('ok')
})

it('names the version to install where walletkit pins a library of which there are two', async () => {
  const { of } = await doctor(
    await folder({
      ...HEALTHY,
      ...packageOf('viem', '2.57.20'),
      ...packageOf('viem', '2.57.1', 'node_modules/walletkit/node_modules/viem'),
      'node_modules/walletkit/package.json': JSON.stringify({
        name: 'walletkit',
        version: '0.1.0',
        dependencies: { viem: '2.57.1' },
      }),
      'package-lock.json': '{}',
    }),
  )
  expect(of('one viem')[0]).toMatchObject({
    level: 'warn',
    fix: expect.stringContaining('Run: npm install viem@2.57.1') as string,
  })
}, 60_000)

it('reports what is missing, outdated, duplicated or rejected, with one fix each', { timeout: 60_000 }, async () => {
  const { code, of } = await doctor(
    await folder({
      ...HEALTHY,
      'vite.config.js': 'export default {}',
      'index.html': '<p>',
      'public/_headers': "/*\n  Content-Security-Policy: default-src 'none'; script-src 'self'\n",
      'package-lock.json': '{}',
      'src/wagmi.ts': "import { connector } from 'walletkit/wagmi'",
      ...packageOf('react', '17.0.2'),
      ...packageOf('react', '19.2.0', 'node_modules/walletkit/node_modules/react'),
      ...packageOf('viem', '2.0.0', 'node_modules/other/node_modules/viem'),
      ...packageOf('vite', '5.4.0'),
    }),
  )
  expect(code).toBe(1)
  expect(of('react')).toEqual([
    {
      level: 'fail',
      about: 'react',
      message: 'react is 17.0.2, walletkit needs >=18.0.0.',
      fix: 'Run: npm install react@">=18.0.0"',
    },
  ])
  expect(of('vite')[0]).toMatchObject({
    level: 'fail',
    fix: 'Run: npm install --save-dev vite@"^6.0.0 || ^7.0.0 || ^8.0.0"',
  })
  expect(of('@wagmi/core')[0]).toMatchObject({ level: 'fail' })
  expect(of('one react')[0]).toMatchObject({
    level: 'fail',
    message: expect.stringContaining('19.2.0 in node_modules/walletkit/node_modules/react') as string,
  })
  expect(of('one viem')[0]).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('viem is installed 2 times') as string,
  })
  expect(of('vite plugin')[0]).toMatchObject({ level: 'fail' })
  expect(of('csp')).toEqual([
    {
      level: 'fail',
      about: 'csp',
      message: 'The policy in public/_headers refuses what the build needs.',
      fix: "Add: connect-src 'self' http://127.0.0.1:4747 ws://127.0.0.1:4747; img-src 'self' data: http://127.0.0.1:4747",
    },
  ])
})

it('contacts hosts only with the flag for it', { timeout: 60_000 }, async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.method))
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const gone = createServer()
  await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done))
  const closed = (gone.address() as AddressInfo).port
  await new Promise((done) => gone.close(done))
  const up = `http://127.0.0.1:${port}`
  const down = `http://127.0.0.1:${closed}`
  const root = await folder({
    ...HEALTHY,
    'walletkit.config.json': JSON.stringify({
      projectId: 'p',
      networks: ['eip155:31337'],
      services: { api: up, wallets: down },
      customRpcUrls: { 'eip155:31337': [up] },
      features: {},
    }),
  })
  expect((await doctor(root)).notChecked.sort()).toEqual([up, down].sort())
  expect(asked).toEqual([])
  const { code, of, notChecked } = await doctor(root, '--online')
  expect({ code, notChecked, asked }).toEqual({ code: 1, notChecked: [], asked: ['HEAD'] })
  expect(
    of('host')
      .map(({ level, message }) => `${level} ${message}`)
      .sort(),
  ).toEqual([`fail ${down} does not answer: ECONNREFUSED.`, `ok ${up} answers.`])
})

it('reports on an empty folder, in readable text too', { timeout: 60_000 }, async () => {
  const { code, out } = await run('cli/index.ts', ['doctor'], await folder())
  expect(code).toBe(1)
  expect(out).toContain(
    'FAIL  config            There is no walletkit.config.json.\n                        fix: Run: walletkit init\n',
  )
})
