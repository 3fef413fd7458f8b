/** The languages of a page's texts, and which of them a visitor gets. */
import type { Language, Languages, Messages } from '../contracts/config.ts'
import { pluralOf, preferredTags, writtenForm } from '../lib/locale.ts'

/**
 * Chooses a visitor's language: the first wanted tag that one of `languages` serves, else the first language. A
 * language serves every tag with the same language and script, whatever the region: `pt-BR` serves `pt-PT`, but
 * `zh-Hans` does not serve `zh-TW`. The wanted tags are `locale` if it is given, else the browser's list. A server
 * without `locale` knows no wanted tag. The build calls this for configs with `languages`.
 *
 * @example
 * ```ts
 * import { chooseLanguage, createWalletKit } from 'walletkit'
 * import { generated } from 'virtual:walletkit'
 *
 * const dutch = async () => ({ default: { 'connect.allWallets': 'Alle wallets' } })
 * const language = chooseLanguage({ en: {}, nl: { words: { 'button.connect': 'Wallet verbinden' }, load: dutch } })
 * const kit = createWalletKit({ ...generated, language, config: { ...generated.config, locale: language.locale } })
 * ```
 */
export function chooseLanguage(languages: Languages, locale?: string): Language {
  const [first = 'en', ...others] = Object.keys(languages)
  const server = languageOf(languages, first, first)
  if (locale === undefined && typeof document === 'undefined') return server
  for (const wanted of preferredTags(locale === undefined ? undefined : [locale])) {
    const serves = (form: (tag: string) => string) => [first, ...others].find((tag) => form(tag) === form(wanted))
    const tag = serves((each) => each) ?? serves(writtenForm)
    if (tag !== undefined) return { ...languageOf(languages, tag, wanted), server }
  }
  return { ...server, server }
}

function languageOf(languages: Languages, tag: string, locale: string): Language {
  const { load, words = {}, unread = false } = languages[tag] ?? {}
  let all: Messages = words
  return {
    tag,
    locale,
    unread,
    load: async () => {
      if (load && all === words)
        all = await load().then(
          ({ default: texts }) => texts,
          () => words,
        )
    },
    text: (key, values = {}) => {
      const count = Object.values(values).find((value) => typeof value === 'number')
      return (count === undefined ? undefined : all[`${key}.${pluralOf(tag, count)}`]) ?? all[key]
    },
  }
}
