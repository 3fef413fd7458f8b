/**
 * The texts of the login service's mails. They are plain text, so a mail program loads nothing and nobody can be
 * tracked.
 */
import type { Purpose } from '../codes.ts'
import { ENGLISH, type Language, reader, type Say } from '../texts.ts'
import { letterMessages } from './letters.messages.ts'

export type Letter = { to: string; subject: string; text: string }

/**
 * The browser for which a link is mailed: the site, and the name that the browser sent, undefined without one.
 * `isBound`: whether the link works in that browser only.
 */
export type Asker = { site: string; browser: string | undefined; isBound: boolean }

type Messages = typeof letterMessages
type Words = Say<Messages>

/** What happened to the lock of the account's keys. */
export type LockChange = 'locked' | 'passkeyAdded' | 'passkeyRemoved' | 'recoveryRenewed' | 'unlocked'

/** The line between a translated text and the English one below it. */
const RULE = '— English —'

/**
 * The mails in one language. `site` is the host of the site that asked: it shows the person whether the mail is
 * expected. `minutes` is how long the code or the link works.
 */
export function letters(language: Language = ENGLISH) {
  /**
   * Writes a mail in the language of the browser that asked, and below it in English. That browser may be an
   * attacker's, which could choose a language that the person does not read: the English text lets the person
   * understand the warnings.
   */
  const write = (to: string, subject: keyof typeof letterMessages, textOf: (t: Words) => readonly string[]): Letter => {
    const [own, english] = [reader<Messages>(language, letterMessages), reader<Messages>(ENGLISH, letterMessages)]
    const text = (t: Words) => `${textOf(t).filter(Boolean).join('\n')}\n`
    if (language.tag === ENGLISH.tag) return { to, subject: english(subject), text: text(english) }
    return { to, subject: own(subject), text: `${text(own)}\n${RULE}\n\n${english(subject)}\n\n${text(english)}` }
  }
  return {
    code: (to: string, code: string, purpose: Purpose, site: string, minutes: number) =>
      write(to, `letter.${purpose}`, (t) => [
        `${code}\n`,
        t(`letter.${purpose}Text`, { count: minutes }),
        // Keys are exported and accounts deleted on the dashboard only, so any other site that asks for this code is a
        // trap.
        purpose === 'export' || purpose === 'forget' ? t('letter.only', { site }) : '',
        t('letter.sender', { site }),
      ]),
    device: (to: string, link: string, { site, browser, isBound }: Asker, minutes: number) =>
      write(to, 'letter.device', (t) => [
        `${t('letter.deviceText', { browser: browser ?? t('letter.unnamed'), site })}\n`,
        `${link}\n`,
        t(isBound ? 'letter.linkHere' : 'letter.link', { count: minutes }),
        t('letter.sender', { site }),
      ]),
    /**
     * The notice of a change of address, for the old address. `link` undoes the change; it works once, for three days.
     */
    changed: (to: string, next: string, site: string, link: string) =>
      write(to, 'letter.changed', (t) => [
        `${t('letter.changedText', { email: next, site })}\n`,
        `${t('letter.changedUndo')}\n`,
        `${link}\n`,
        t('letter.threeDays'),
      ]),
    /**
     * The notice that the keys were exported. `browser` is the name that the browser sent. `dashboard` is the URL where
     * the person can sign out all browsers.
     */
    exported: (to: string, browser: string | undefined, dashboard: string) =>
      write(to, 'letter.exported', (t) => [
        `${t('letter.exportedText', { browser: browser ?? t('letter.unnamed') })}\n`,
        `${t('letter.exportedDo')}\n`,
        dashboard,
      ]),
    /** The notice of a change of the keys' lock. `browser` and `dashboard` are as for `exported`. */
    lock: (to: string, change: LockChange, browser: string | undefined, dashboard: string) =>
      write(to, 'letter.lock', (t) => [
        `${t(`letter.${change}`, { browser: browser ?? t('letter.unnamed') })}\n`,
        `${t('letter.exportedDo')}\n`,
        dashboard,
      ]),
    /** The notice that the account was deleted. `link` undoes the deletion; it works once, for three days. */
    deleted: (to: string, link: string) =>
      write(to, 'letter.deleted', (t) => [`${t('letter.deletedText')}\n`, `${link}\n`, t('letter.once')]),
  }
}
