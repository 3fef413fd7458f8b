import { describe, expect, it } from 'vitest'
import { discoverAnnounced } from '../../../runtime/connectors/announced.ts'
import type { Connector } from '../../../runtime/contracts/connector.ts'
import { announce, stubPage } from '../lib/page.ts'

stubPage()
const driver = () => import('../../../runtime/chains/eip155/driver.ts')
const icon = 'data:image/svg+xml,<svg/>'
const info = { uuid: '350670db19fa4704a166e52e178b59d2', name: 'Example', icon, rdns: 'io.example' }
const provider = { request: async () => null }
const listen = () => {
  const found: Connector[] = []
  return { found, stop: discoverAnnounced((connector) => found.push(connector), driver) }
}

describe('announced wallets', () => {
  it('become connectors keyed on their rdns [S3.ctype.02] [S3.connector.04] [S3.connector.08] [S3.connector.10]', () => {
    const { found } = listen()
    announce(info, provider)
    const [connector] = found
    expect(connector).toMatchObject({
      id: 'io.example',
      name: 'Example',
      type: 'ANNOUNCED',
      chain: 'eip155',
      imageUrl: icon,
    })
    expect(connector?.info?.rdns).toBe('io.example')
    expect(connector?.provider).toBe(provider)
    expect(Object.isFrozen(connector) && Object.isFrozen(connector?.info)).toBe(true)
    expect(Object.isFrozen(provider)).toBe(false)
  })

  it('that were there first are asked to announce again; late ones count too', () => {
    const early = () => announce(info, provider)
    addEventListener('eip6963:requestProvider', early)
    const { found, stop } = listen()
    expect(found.map(({ id }) => id)).toEqual(['io.example'])
    announce({ ...info, rdns: 'io.late' }, provider)
    expect(found.map(({ id }) => id)).toEqual(['io.example', 'io.late'])
    stop()
    announce({ ...info, rdns: 'io.after' }, provider)
    expect(found).toHaveLength(2)
  })

  it('with a taken rdns change nothing: the first provider stays', () => {
    const { found } = listen()
    announce(info, provider)
    announce({ ...info, uuid: 'another', name: 'Impostor' }, { request: async () => 'evil' })
    expect(found).toHaveLength(1)
    expect(found[0]?.provider).toBe(provider)
  })

  it.each([
    ['no detail', undefined, undefined],
    ['no rdns', { ...info, rdns: undefined }, provider],
    ['an id of ours as rdns', { ...info, rdns: 'ID_AUTH' }, provider],
    ['a long rdns', { ...info, rdns: `io.${'a'.repeat(5_000_000)}` }, provider],
    ['a URL as rdns', { ...info, rdns: 'https://example.com' }, provider],
    ['a name of blanks', { ...info, name: ' \u200b\u202e ' }, provider],
    ['no request function', info, { request: 'now' }],
    [
      'a throwing getter',
      {
        ...info,
        get rdns() {
          throw new Error('hostile')
        },
      },
      provider,
    ],
  ])('with %s are dropped', (_what, hostile, wallet) => {
    const { found } = listen()
    expect(() => announce(hostile, wallet)).not.toThrow()
    expect(found).toEqual([])
  })

  it.each([
    ['a remote icon', 'https://example.com/icon.png'],
    ['a script', 'javascript:alert(1)'],
    ['a page', 'data:text/html,<script>alert(1)</script>'],
    ['5 MB', `data:image/png;base64,${'A'.repeat(5_000_000)}`],
    ['no icon', undefined],
  ])('with %s are listed without an image', (_what, hostile) => {
    const { found } = listen()
    announce({ ...info, icon: hostile }, provider)
    expect(found).toHaveLength(1)
    expect(found[0]).not.toHaveProperty('imageUrl')
  })

  it('have a name of at most 64 characters, without controls', () => {
    const { found } = listen()
    announce({ ...info, name: `\u202eA\u0000${'💳'.repeat(2_000_000)}` }, provider)
    expect(found[0]?.name).toBe(`A${'💳'.repeat(63)}`)
  })

  it('are 64 at most, and a thousand announcements are quick', () => {
    const { found } = listen()
    const start = performance.now()
    for (let at = 0; at < 1000; at++) announce({ ...info, rdns: `io.w${at}`, icon: `data:image/png,${at}` }, provider)
    expect(performance.now() - start).toBeLessThan(250)
    expect(found).toHaveLength(64)
  })
})
