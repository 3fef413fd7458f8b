/** `npm run demo -- --check`, the README's first command, as a stranger runs it. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname

it('sends real ether from a scaffolded page, by a wallet of the page and by one over the relay, and says so in one line', () => {
  const stdout = execFileSync('npm', ['run', '-s', 'demo', '--', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  expect(result).toEqual({
    connected: true,
    sentWei: '10000000000000000',
    receiverDeltaWei: '10000000000000000',
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    relay: { connected: true, signed: true },
    thirdPartyRequests: 0,
  })
}, 240_000)
