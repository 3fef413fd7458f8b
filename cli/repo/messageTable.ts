/** Writes the table of messages in the login service's README, from the definitions that the page and the frame use. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessageName, MESSAGES } from '../../runtime/auth/messages.ts'
import { ROOT } from './run.ts'

export const DOCUMENT = 'sandbox/login/README.md'

const [BEGIN, END] = ['<!-- messages: written by npm run generate -->', '<!-- /messages -->']

/** What each message is for. These notes are not in `MESSAGES`, because pages load that table. */
export const NOTES: Readonly<Record<MessageName, string>> = {
  SWITCH_NETWORK: 'The network to be on',
  CONNECT_EMAIL: 'Starts a login; what has to follow',
  CONNECT_DEVICE: 'Waits until the new device is approved',
  CONNECT_OTP: 'The code of the mail',
  GET_SOCIAL_REDIRECT_URI: 'Where the popup goes',
  CONNECT_SOCIAL: 'Where the popup ended',
  GET_FARCASTER_URI: 'What the QR code holds',
  CONNECT_FARCASTER: 'Waits until the code is approved',
  GET_USER: 'Who is signed in',
  SIGN_OUT: 'Ends the session',
  IS_CONNECTED: 'Whether a session is live',
  GET_CHAIN_ID: 'The network that it is on',
  RPC_REQUEST: 'A method of the allow-list',
  UPDATE_EMAIL: 'Starts a change of address',
  UPDATE_EMAIL_PRIMARY_OTP: 'The code sent to the old address',
  UPDATE_EMAIL_SECONDARY_OTP: 'The code sent to the new address',
  SYNC_THEME: 'How the page looks',
  SYNC_DAPP_DATA: 'Who the page is',
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: 'EVM chains with smart accounts',
  INIT_SMART_ACCOUNT: 'Makes the smart account known',
  SET_PREFERRED_ACCOUNT: 'Which account acts',
  RELOAD: 'The frame loads again',
}

/** The notation of a message's payload (`takes`) as a table cell; a dash for a message without one. */
const cell = (takes: string) => (takes === 'nothing' ? '–' : `\`${takes.replaceAll('|', '\\|')}\``)

export function messageTable(): string {
  const rows = Object.entries(MESSAGES).map(
    ([name, { asks, answers }]) =>
      `| \`${name}\` | ${NOTES[name as MessageName]} | ${cell(asks.takes)} | ${cell(answers.takes)} |`,
  )
  return ['| message | what for | request | answer |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** Returns the document with the table between its markers. @throws Error when the markers are missing */
export function withTable(document: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for the table of messages`)
  return `${document.slice(0, from + BEGIN.length)}\n\n<!-- prettier-ignore -->\n${messageTable()}\n\n${document.slice(to)}`
}

/** Writes the document, or with `check` only compares it. @returns whether the document is up to date now */
export async function writeMessageTable(check: boolean): Promise<boolean> {
  const path = join(ROOT, DOCUMENT)
  const before = await readFile(path, 'utf8')
  const after = withTable(before)
  if (after === before) return true
  if (!check) await writeFile(path, after)
  return !check
}
