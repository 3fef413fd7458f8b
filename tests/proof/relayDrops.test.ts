/** Drops the relay connections of real clients with real sessions five thousand times: no session may be lost. */
import { expect, it } from 'vitest'
import { type Hex, verifyMessage } from 'viem'
import { until } from '../sandbox/peers.ts'
import { type Page, useRemote } from '../support/remote.ts'

const DROPS = 5_000
const PAGES = 20
/** Each session is used after this number of drops. */
const USE = 25

const { sandbox, page, wallet, connected, provider } = useRemote()

const isOnline = ({ clients }: Page) =>
  clients.every(({ client }) => (client.core as unknown as { relayer: { connected: boolean } }).relayer.connected)

it(`keeps the sessions of ${PAGES} pages over ${DROPS} drops`, async () => {
  const pages: Page[] = []
  for (let at = 0; at < PAGES; at++) {
    const opened = await page()
    await connected(opened, await wallet({ policy: 'approve' }))
    pages.push(opened)
  }
  const { relay, accounts } = sandbox()
  const [account] = accounts
  const sign = async (opened: Page, text: string) => {
    const params = [`0x${Buffer.from(text).toString('hex')}`, opened.account().address]
    const signature = (await provider(opened).request({ method: 'personal_sign', params })) as Hex
    return verifyMessage({ address: account?.address ?? '0x', message: text, signature })
  }
  let [drops, signed, longest] = [0, 0, 0]
  for (let round = 1; drops < DROPS; round++) {
    const sockets = relay.report().sockets.length
    expect(sockets).toBeGreaterThanOrEqual(PAGES)
    relay.drop(round % 2 ? 1006 : 1001)
    drops += PAGES
    const since = performance.now()
    await until(() => pages.some((opened) => !isOnline(opened)), 'the drop', 5_000)
    await until(() => pages.every(isOnline), 'every page to be back', 20_000)
    longest = Math.max(longest, performance.now() - since)
    if (round % USE && drops < DROPS) continue
    const answers = await Promise.all(pages.map((opened, at) => sign(opened, `Round ${round}, page ${at}`)))
    expect(answers).toEqual(pages.map(() => true))
    signed += answers.length
  }
  expect(pages.map((opened) => opened.account().status)).toEqual(pages.map(() => 'connected'))
  console.info(JSON.stringify({ drops, signed, longestWayBackMs: Math.round(longest) }))
}, 1_200_000)
