import { expect, it } from 'vitest'
import { checkPolicies, findPolicies, lacks } from '../../../cli/doctor/policies.ts'
import { POLICY_FORMS, printPolicy } from '../../../cli/stages/policy.ts'
import { folder } from '../project.ts'

const NEEDED =
  "default-src 'self'; img-src 'self' data: https://img.test; connect-src 'self' https://api.test wss://relay.test; base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
const FILES = {
  header: undefined,
  meta: 'index.html',
  nginx: 'nginx.conf',
  netlify: 'public/_headers',
  vercel: 'vercel.json',
  cloudflare: '_headers',
  next: 'next.config.mjs',
}

it.each(POLICY_FORMS.filter((form) => form !== 'header'))('finds the policy that csp prints for %s', async (form) => {
  const file = FILES[form]
  const found = await findPolicies(await folder({ [file]: printPolicy(NEEDED, form) }))
  const policy = form === 'meta' ? NEEDED.replace(" frame-ancestors 'none';", '') : NEEDED
  expect(found).toEqual([{ file, policy }])
  expect(checkPolicies(found, NEEDED)).toMatchObject([{ level: 'ok' }])
})

it('reads a meta tag as browsers do, and ignores comments', async () => {
  const html = `<!-- <meta http-equiv="Content-Security-Policy" content="default-src 'none'"> -->
    <META content='img-src &quot;x&quot;' HTTP-EQUIV=content-security-policy><meta name="x" content="default-src 'none'">`
  expect(await findPolicies(await folder({ 'index.html': html }))).toEqual([
    { file: 'index.html', policy: 'img-src "x"' },
  ])
})

it.each([
  ["default-src 'self'", ['connect-src https://api.test wss://relay.test', 'img-src data: https://img.test']],
  ["connect-src 'self' https: wss:; img-src * data: 'self'; script-src 'self'", []],
  ["connect-src 'self' *.test wss://*.test; img-src 'self' data: http://img.test", []],
  ["connect-src 'self' *.TEST WSS://*.Test; img-src 'self' data: http://IMG.test", []],
  [
    "connect-src 'self' https://test wss://relay.test:8080; img-src 'self' data: https://img.test",
    ['connect-src https://api.test wss://relay.test'],
  ],
  ["script-src 'nonce-a' 'strict-dynamic'; connect-src *; img-src * data: 'self'", ["connect-src 'self'"]],
  ["script-src 'none'", ["script-src 'self'"]],
  ["script-src 'none'; SCRIPT-SRC 'self'", ["script-src 'self'"]],
  ['', []],
])('reports what %j blocks', (policy, lacking) => {
  expect(lacks(policy, NEEDED)).toEqual(lacking)
})

it.each([
  ["default-src 'self'", ['frame-src https://login.test']],
  ["default-src 'self'; frame-src https://*.test", []],
  ["default-src 'self'; child-src https://login.test", []],
  ["default-src 'self'; child-src https://login.test; frame-src 'self'", ['frame-src https://login.test']],
  ["connect-src 'self'; img-src 'self'; script-src 'self'; frame-src *", []],
  ['', []],
])('reports the login that %j keeps out of the page', (policy, lacking) => {
  expect(lacks(policy, "default-src 'self'; frame-src https://login.test")).toEqual(lacking)
})

it.each([
  [
    'next.config.mjs',
    (policy: string) => `export default { headers: [{ key: "Content-Security-Policy", value: "${policy}" }] }`,
  ],
  ['netlify.toml', (policy: string) => `[headers.values]\nContent-Security-Policy = "${policy}"\n`],
  ['src/middleware.ts', (policy: string) => `const csp = \`\n  ${policy}\`\nset('Content-Security-Policy', csp)`],
])('finds a policy that begins with any directive: %s', async (file, text) => {
  const policy = "upgrade-insecure-requests; base-uri 'none'; frame-ancestors 'none'; default-src 'self'; img-src *"
  const found = await findPolicies(await folder({ [file]: text(policy) }))
  expect(found.map((each) => [each.file, each.policy.trim()])).toEqual([[file, policy]])
})

it('does not judge a policy that code builds', async () => {
  const code = "const csp = `default-src 'self'; connect-src ${hosts}`\nheaders.set('Content-Security-Policy', csp)"
  const found = await findPolicies(await folder({ 'src/middleware.ts': code }))
  expect(checkPolicies(found, NEEDED)).toMatchObject([
    { level: 'warn', message: expect.stringContaining('put together') as string },
  ])
  expect(checkPolicies([], NEEDED)).toMatchObject([{ level: 'warn', fix: 'Print one with: walletkit csp --for meta' }])
})

it.each([
  [NEEDED.replace("base-uri 'none'; ", ''), "Add: base-uri 'none'"],
  [NEEDED.replace("object-src 'none'; ", ''), "Add: object-src 'none'"],
  [
    NEEDED.replace("form-action 'self'; object-src 'none'; frame-ancestors 'none'; ", '').replace(
      "default-src 'self'",
      "default-src 'none'; script-src 'self'",
    ),
    "Add: form-action 'self'; frame-ancestors 'none'",
  ],
])('warns about what %j leaves open', (policy, fix) => {
  expect(checkPolicies([{ file: '_headers', policy }], NEEDED)).toMatchObject([{ level: 'warn', fix }])
})
