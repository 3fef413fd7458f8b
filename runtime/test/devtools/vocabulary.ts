/** Decides which long texts a bug report may keep: those that consist of words. */
import { VIEWS } from '../../contracts/views.ts'
import { SAFE_METHODS, UNSAFE_METHODS } from '../../connectors/methods.ts'

/**
 * Names of the state's fields and of wallet methods that `WORDS` is too strict for: a report would otherwise lose them.
 */
const FIELDS = [
  ...['smartAccountDeployed', 'preferredAccountType', 'requestedCaipNetworks', 'approvedCaipNetworkIds'],
  ...['smartAccountEnabledNetworks', 'connectedWalletInfo', 'addressExplorerUrl', 'supportsAllNetworks'],
  ...['signAndSendTransaction', 'signAllTransactions', 'solana:signAndSendTransaction'],
]
const METHODS = [...SAFE_METHODS, ...UNSAFE_METHODS].flatMap((method) => [method, method.replace(/^[a-z]+_/, '')])
const KNOWN: ReadonlySet<string> = new Set([...FIELDS, ...METHODS, ...Object.values(VIEWS)])

/** A word, or up to four words in camel case. The limits keep random texts, such as keys, from matching by chance. */
const WORDS = /^(?:[a-z]{1,14}|[A-Z]{1,14}|[A-Z]?[a-z]{2,14}(?:[A-Z][a-z]{2,14}){1,3})$/

/**
 * Whether each part of a text, between separators, is known, a word, or a few words in camel case. Words of four
 * letters or more have vowels.
 */
export const isVocabulary = (text: string): boolean =>
  KNOWN.has(text) ||
  (text.length <= 60 &&
    text
      .replace(/_v\d$/, '')
      .split(/[_/=+-]+/)
      .every(isWord))

const isWord = (part: string) =>
  part === '' ||
  KNOWN.has(part) ||
  (part.length < 20 && WORDS.test(part) && (part.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).every(hasVowel))

const hasVowel = (word: string) => word.length < 4 || /[aeiouy]/i.test(word)
