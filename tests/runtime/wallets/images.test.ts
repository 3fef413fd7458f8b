import { describe, expect, it } from 'vitest'
import { networkImage } from '../../../runtime/wallets/images.ts'
import { networkImageId } from '../../../schema/images.ts'
import { resolveConfig } from '../../../schema/resolve.ts'
import type { JsonObject } from '../../../schema/pieces.ts'
import { validateConfig } from '../../../schema/validate.ts'
import { config, rules } from '../../schema/rules.ts'
import { makeKit } from '../../support/kit.ts'

const OWN = '11111111-2222-3333-4444-555555555555'
const MAINNET = 'ba0ba0cd-17c6-4806-ad93-f9d174f17900'
/** The URL of the image of the first network, in a built page. */
function iconOf(changes: JsonObject): string | undefined {
  expect(validateConfig(config(changes), rules)).toEqual([])
  const kit = makeKit(resolveConfig(config(changes), { pieces: rules.pieces }).config)
  const network = kit.state.networks.eip155.caipNetwork
  return network && networkImage(kit, network)
}
const services = { images: 'https://img.test' }

describe('the image of a network', () => {
  it('has an id where the chain is known [S9.img.01]', () => {
    expect(networkImageId('eip155:1')).toBe(MAINNET)
    expect(networkImageId('eip155:999999')).toBeUndefined()
    expect(iconOf({ services })).toBe(`https://img.test/public/getAssetImage/${MAINNET}`)
  })

  it('is what the config says: another id, another image service, another address [S9.img.02]', () => {
    const images = (networks: JsonObject, base?: string) => ({ networks, ...(base && { base }) })
    expect(iconOf({ services, images: images({ 'eip155:1': OWN }) })).toBe(
      `https://img.test/public/getAssetImage/${OWN}`,
    )
    expect(iconOf({ services, images: images({ 'eip155:1': OWN }, 'https://mine.test/') })).toBe(
      `https://mine.test/public/getAssetImage/${OWN}`,
    )
    expect(iconOf({ images: images({ 'eip155:1': 'https://cdn.test/eth.svg' }) })).toBe('https://cdn.test/eth.svg')
    expect(iconOf({ images: images({ 'eip155:1': '/eth.svg' }) })).toBe('/eth.svg')
  })

  it('is its first letter where nobody has one', () => {
    expect(iconOf({})).toBeUndefined()
  })

  it('can come with the network itself', () => {
    const network = {
      id: 7,
      name: 'Seven',
      nativeCurrency: { name: 'Seven', symbol: 'SVN', decimals: 18 },
      rpcUrls: { default: { http: ['https://rpc.seven.test'] } },
    }
    expect(iconOf({ services, networks: [{ ...network, assets: { imageId: OWN } }] })).toBe(
      `https://img.test/public/getAssetImage/${OWN}`,
    )
  })
})
