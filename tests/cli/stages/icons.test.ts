import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { emittedIcons, iconsOf, type IconSet, walletKey } from '../../../cli/stages/icons.ts'
import { emit } from '../../../cli/stages/emit.ts'
import { select, type Selection } from '../../../cli/stages/select.ts'
import { loadConfig } from '../../../cli/stages/load.ts'
import { CONFIG, folder } from '../project.ts'

const icons = new URL('../../../icons/', import.meta.url)
const set = JSON.parse(await readFile(new URL('index.json', icons), 'utf8')) as IconSet
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

const selectionOf = async (config: object): Promise<Selection> => {
  const text = JSON.stringify({ ...JSON.parse(CONFIG), networks: ['eip155:1', 'eip155:8453'], ...config })
  const selection = select(await loadConfig(await folder({ 'walletkit.config.json': text })))
  if (!selection) throw new Error(`refused: ${text}`)
  return selection
}

it('takes the icons of the config’s networks, of their currencies, and of their best-known tokens by address', async () => {
  const own = await iconsOf(await selectionOf({}))
  expect(Object.keys(own?.networks ?? {})).toEqual(['eip155:1', 'eip155:8453'])
  expect(own?.currencies).toEqual({ ETH: 'tokens/ETH' })
  expect(own?.tokens['eip155:1']?.[USDC]).toBe('tokens/USDC')
  expect(own?.tokens['eip155:137']).toBeUndefined()
  const used = [own?.networks, own?.currencies, own?.wallets, ...Object.values(own?.tokens ?? {})].flatMap((table) =>
    Object.values(table ?? {}),
  )
  expect(Object.keys(own?.images ?? {})).toEqual([...new Set(used)].sort())
  expect(JSON.stringify(own).length).toBeLessThan(90_000)
})

it('a picture is a data: URL that reads as the file', async () => {
  const own = await iconsOf(await selectionOf({}))
  const url = own?.images['networks/base'] ?? ''
  const file = await readFile(new URL('networks/base.svg', icons), 'utf8')
  expect(await (await fetch(url)).text()).toBe(file.replaceAll('"', "'"))
})

it('takes icons of listed wallets without an image of their own', async () => {
  const wallet = (name: string, more = {}) => ({ id: name, name, mobile_link: 'x://', ...more })
  const custom = [wallet('Rainbow'), wallet('Trust Wallet', { image_url: 'https://a.example/x.png' }), wallet('Nobody')]
  expect((await iconsOf(await selectionOf({ wallets: { custom } })))?.wallets).toEqual({ Rainbow: 'wallets/rainbow' })
  expect(['OKX Wallet', 'Token Pocket', 'Rabby'].map(walletKey)).toEqual(['okx', 'tokenpocket', 'rabby'])
})

it('none for a site that wants none', async () => {
  expect(await iconsOf(await selectionOf({ images: { builtIn: false } }))).toBeUndefined()
})

it('a network with a picture keeps no id of the image service, which every page would carry', async () => {
  const emitted = async (config: object) => {
    const selection = await selectionOf({ networks: ['eip155:1'], ...config })
    return emit(selection, '/', { icons: await emittedIcons(selection, './icons.json') })
  }
  const plain = await emitted({})
  expect(plain).not.toContain('imageId')
  expect(plain).toContain(`, { icons: () => import('./icons.json') })`)
  expect(await emitted({ images: { networks: { 'eip155:1': 'my-id' } } })).toContain('"imageId": "my-id"')
  const without = await emitted({ images: { builtIn: false } })
  expect(without).toContain('"imageId": "ba0ba0cd')
  expect(without).not.toContain('icons')
})

it('every file is a drawing without scripts or addresses, and is named by the index', async () => {
  const listed = new Set(
    [set.networks, set.currencies, set.wallets, ...Object.values(set.tokens)].flatMap((table) => Object.values(table)),
  )
  const found: string[] = []
  for (const kind of ['networks', 'tokens', 'wallets', 'own']) {
    for (const file of await readdir(new URL(kind, icons))) {
      const text = await readFile(new URL(`${kind}/${file}`, icons), 'utf8')
      expect(text, file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox="0 0 24 24"/)
      expect(text.replace('http://www.w3.org/2000/svg', ''), file).not.toMatch(
        /<script|<foreign|<style|\son\w+=|href|https?:/i,
      )
      found.push(`${kind}/${file.replace('.svg', '')}`)
    }
  }
  expect(found.sort()).toEqual([...listed].sort())
})
