/** The service's mails. Plain text: nothing to load, nothing to track. */
import type { Purpose } from '../codes.ts'

export type Letter = { to: string; subject: string; text: string }

const does: Record<Purpose, string> = {
  login: 'log in',
  updateOld: 'change your email address',
  updateNew: 'confirm your new email address',
  export: 'export your keys',
  forget: 'delete your account',
}

/** `site` is the site that asked, so that a person who did not ask notices. `minutes` is how long the code works. */
const sender = (site: string) => `Asked for on ${site}. If that was not you, do nothing, and give it to nobody.`

/** Exporting and deleting happen on the dashboard only, so a page of another address that asks for the code is a trap. */
const only = (purpose: Purpose, site: string) =>
  purpose === 'export' || purpose === 'forget'
    ? `Type it only at ${site}, and never on another site: whoever gets it can take your account.\n`
    : ''

export const codeLetter = (to: string, code: string, purpose: Purpose, site: string, minutes: number): Letter => ({
  to,
  subject: `Your code to ${does[purpose]}`,
  text: `${code}\n\nThis code lets you ${does[purpose]}. It works once, for ${minutes} minutes.\n${only(purpose, site)}${sender(site)}\n`,
})

/** Who asked, as that browser says. `isBound`: the link works in that browser only. */
export type Asker = { site: string; browser: string; isBound: boolean }

export const deviceLetter = (to: string, link: string, { site, browser, isBound }: Asker, minutes: number): Letter => ({
  to,
  subject: 'Approve a new browser',
  text: `A browser that we do not know wants to log in with this address: ${browser}, at ${site}. It says so itself, so approve it only if you are logging in there right now.\n\n${link}\n\nThe link works once, for ${minutes} minutes${isBound ? ', and only in the browser in which you log in' : ''}.\n${sender(site)}\n`,
})

/** `link` undoes the change; it works once, for three days. */
export const changedLetter = (to: string, next: string, site: string, link: string): Letter => ({
  to,
  subject: 'Your email address was changed',
  text: `${next} leads to your account from now on, and this address no more. The change was made on ${site}.\n\nIf that was not you, take it back. This also logs out everybody:\n\n${link}\n\nThe link works once, for three days.\n`,
})

/** `browser` as the browser calls itself. `dashboard` is where everybody can be signed out. */
export const exportedLetter = (to: string, browser: string, dashboard: string): Letter => ({
  to,
  subject: 'Your keys were exported',
  text: `The keys of your account were shown in ${browser}. Whoever has them can use your money.\n\nIf that was not you, move your money to another wallet now, and sign out everywhere:\n\n${dashboard}\n`,
})

/** `link` undoes the deletion; it works once, for three days. */
export const deletedLetter = (to: string, link: string): Letter => ({
  to,
  subject: 'Your account was deleted',
  text: `Your account and its keys will be erased in three days. Until then this link brings them back:\n\n${link}\n\nThe link works once.\n`,
})
