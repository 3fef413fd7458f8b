import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayShow } from '../../../runtime/http/hosts.ts'
import { makeKit, network } from '../../support/kit.ts'

describe('an image', () => {
  const kit = makeKit({
    services: { images: 'https://images.example' },
    networks: [{ ...network(1), assets: { imageUrl: 'https://networks.example/1.png' } }],
    wallets: { custom: [{ id: 'w', name: 'W', image_url: 'https://wallets.example/w.png' }] },
    tokens: { 'eip155:1': { address: '0x', image: 'https://tokens.example/t.png' } },
  })

  it.each([
    'data:image/png;base64,AAAA',
    '/own.png',
    'https://images.example/a',
    'https://networks.example/2.png',
    'https://wallets.example/w.png',
    'https://tokens.example/t.png',
  ])('%s shows', (src) => expect(mayShow(kit, src)).toBe(true))

  it('of a network shows before the state has it, because Connect is drawn that early', () => {
    const early = makeKit({ networks: [network(1)] })
    expect(mayShow(early, 'https://networks.example/2.png')).toBe(false)
    early.config = { networks: [{ ...network(1), assets: { imageUrl: 'https://networks.example/1.png' } }] }
    expect(mayShow(early, 'https://networks.example/2.png')).toBe(true)
  })

  it.each([
    'https://tracker.example/pixel.png',
    '//tracker.example/pixel.png',
    // Browsers read each of these as `//tracker.example/pixel.png`.
    String.raw`/\tracker.example/pixel.png`,
    '/\t/tracker.example/pixel.png',
    '/\n\r/tracker.example/pixel.png',
    'javascript:alert(1)',
    'data:text/html,x',
    'ipfs://x',
    '',
  ])('%s does not', (src) => expect(mayShow(kit, src)).toBe(false))

  it('of any text is judged without an error', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (src) => typeof mayShow(kit, src) === 'boolean'))
  })
})
