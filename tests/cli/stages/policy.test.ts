import { expect, it } from 'vitest'
import { printPolicy } from '../../../cli/stages/policy.ts'

const POLICY = "default-src 'self'; img-src 'self' \"&<>\\"

it('quotes the policy in the syntax of each host', () => {
  expect(printPolicy(POLICY, 'header')).toBe(`Content-Security-Policy: ${POLICY}\n`)
  expect(printPolicy(POLICY, 'meta')).toBe(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' &quot;&amp;&lt;&gt;\\" />\n`,
  )
  expect(printPolicy(POLICY, 'nginx')).toBe(
    `add_header Content-Security-Policy "default-src 'self'; img-src 'self' \\"&<>\\\\" always;\n`,
  )
  expect(printPolicy(POLICY, 'netlify')).toBe(`/*\n  Content-Security-Policy: ${POLICY}\n`)
  expect(printPolicy(POLICY, 'cloudflare')).toBe(printPolicy(POLICY, 'netlify'))
  const header = { source: '/(.*)', headers: [{ key: 'Content-Security-Policy', value: POLICY }] }
  expect(JSON.parse(printPolicy(POLICY, 'vercel'))).toEqual({ headers: [header] })
})

it('prints a next config that sets the header', async () => {
  const url = `data:text/javascript,${encodeURIComponent(printPolicy(POLICY, 'next'))}`
  const { default: config } = (await import(/* @vite-ignore */ url)) as { default: { headers: () => Promise<unknown> } }
  expect(await config.headers()).toEqual([
    { source: '/(.*)', headers: [{ key: 'Content-Security-Policy', value: POLICY }] },
  ])
})
