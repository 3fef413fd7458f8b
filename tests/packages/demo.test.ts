/** Runs `npm run demo -- --check`, the README's first command, as a new user does. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname

it('demo sends, swaps and buys ether in a scaffolded page, connects over the relay, swaps in one batch, ends an approval, sends from a new passkey wallet, and prints one line of JSON', () => {
  const stdout = execFileSync('npm', ['run', '-s', 'demo', '--', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  const { outDelta, quoted } = result['swap'] as { outDelta: string; quoted: string }
  expect(outDelta).toBe(quoted)
  // About 1,250 dollars, with 6 decimals.
  const swap = { outDelta: expect.stringMatching(/^1[12]\d{8}$/) as string, quoted }
  const together = result['batch'] as { outDelta: string; quoted: string }
  expect(together.outDelta).toBe(together.quoted)
  expect(result).toEqual({
    connected: true,
    sentWei: '10000000000000000',
    receiverDeltaWei: '10000000000000000',
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    swap: { txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string, ...swap },
    purchase: { received: expect.stringMatching(/^[1-9]\d{16}$/) as string },
    relay: { connected: true, signed: true },
    batch: {
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      transactions: 1,
      outDelta: expect.stringMatching(/^4\d{18}$/) as string,
      quoted: together.quoted,
      allowanceLeft: '0',
    },
    revoke: {
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      before: String(2n ** 256n - 1n),
      after: '0',
    },
    passkey: {
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      receiverDeltaWei: '10000000000000000',
      gestures: 2,
    },
    thirdPartyRequests: 0,
  })
}, 480_000)
