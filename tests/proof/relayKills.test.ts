/** Kills a server at random moments while clients publish: no message that its relay answered may be lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../sandbox/peers.ts'
import { masterKey } from '../support/hosted.ts'
import { connectRelay } from '../support/relayClient.ts'
import { spawnServer } from '../support/serverProcess.ts'

const KILLS = 100
const WRITERS = 4

it(`${KILLS} kills lose no message that was answered`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-kills-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ log: 'info' }))
  const environment = { WALLETKIT_MASTER_KEYS: masterKey('k1') }
  let [answered, cut] = [0, 0]
  let server = await spawnServer(folder, environment)
  for (let round = 1; round <= KILLS; round++) {
    const topic = round.toString(16).padStart(64, '0')
    const safe: string[] = []
    const clients = await Promise.all(Array.from({ length: WRITERS }, () => connectRelay(server.url)))
    const writing = clients.map(async ({ publish }, who) => {
      for (let at = 0; at < 100; at++) {
        const message = `${round} ${who} ${at}`
        await publish(topic, message)
        safe.push(message)
      }
    })
    const ended = writing.map((each) => each.catch(() => void cut++))
    await until(() => safe.length > 0, 'the first answer')
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
    server.child.kill('SIGKILL')
    await server.ended
    await Promise.all(ended)
    answered += safe.length

    server = await spawnServer(folder, environment)
    const reader = await connectRelay(server.url)
    await reader.subscribe(topic)
    await until(() => safe.every((each) => reader.texts.includes(each)), `the messages of round ${round}`)
    expect(new Set(reader.texts).size, `round ${round}: a message came twice`).toBe(reader.texts.length)
    await reader.close()
  }
  server.child.kill('SIGTERM')
  await server.ended
  // Many kills must hit clients in the middle of a message, or the test proves nothing.
  expect(cut).toBeGreaterThan(KILLS)
  console.log(`${answered} messages answered, ${cut} writers cut`)
}, 1_800_000)
