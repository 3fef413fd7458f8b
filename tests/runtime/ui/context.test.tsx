/** Texts of views: their singular form in English, and other languages, which have forms of their own. */
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Messages } from '../../../runtime/contracts/config.ts'
import { chooseLanguage } from '../../../runtime/kit/languages.ts'
import { defineMessages, KitContext, useText } from '../../../runtime/ui/context.ts'
import { allWalletsMessages } from '../../../runtime/ui/screens/AllWallets/allWallets.messages.ts'
import { networksMessages } from '../../../runtime/ui/screens/networks.messages.ts'
import { makeKit } from '../../support/kit.ts'

const messages = defineMessages({
  ...allWalletsMessages,
  ...networksMessages,
  'jar.days': '{count} days of {jar}',
})

/** The text that a view shows: in English, or in a language with these texts. */
async function said(key: keyof typeof messages, values: Record<string, string | number>, tag = 'en', texts?: Messages) {
  const language = chooseLanguage({ [tag]: texts ? { load: async () => ({ default: texts }) } : {} }, tag)
  await language.load()
  const kit = makeKit()
  kit.text = (name, english, given) => language.text(name, given) ?? english
  const View = () => <p>{useText(messages)(key, values)}</p>
  const html = renderToString(
    <KitContext.Provider value={{ kit, root: undefined as never, preload: () => undefined }}>
      <View />
    </KitContext.Provider>,
  )
  return html.replace(/<[^>]+>/g, '')
}

it('says one wallet and one network in the singular, and every other number in the plural', async () => {
  expect(await said('all.found', { count: 1 })).toBe('1 wallet')
  expect(await said('networks.found', { count: 1 })).toBe('1 network')
  expect(await said('all.found', { count: 0 })).toBe('0 wallets')
  expect(await said('networks.found', { count: 21 })).toBe('21 networks')
})

it('keeps the text of a key without a singular form, and of a count that is a text', async () => {
  expect(await said('jar.days', { count: 1, jar: 'tips' })).toBe('1 days of tips')
  expect(await said('all.found', { count: '1' })).toBe('1 wallets')
})

it('leaves other languages their own forms, and their only one', async () => {
  expect(await said('all.found', { count: 1 }, 'ja', { 'all.found': '{count}個' })).toBe('1個')
  const russian = { 'all.found': '{count} кошельков', 'all.found.one': '{count} кошелёк' }
  expect(await said('all.found', { count: 21 }, 'ru', russian)).toBe('21 кошелёк')
})
