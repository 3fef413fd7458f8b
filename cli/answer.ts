/**
 * Prints a command's messages for people (stderr), and its result or, with `--json`, its answer for programs (stdout).
 */

import { stripVTControlCharacters } from 'node:util'

let answers = 0
let last = ''

/**
 * Removes escape sequences, and replaces control characters and characters that change the direction of text: a message
 * may quote other people's file names and code, and a terminal would execute the sequences in them. Tabs and `\n` stay;
 * `\r\n` becomes `\n`.
 */
export const plainLines = (text: string) =>
  stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(
    /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    '\ufffd',
  )

/**
 * Writes a result to stdout: without control characters to a terminal, byte by byte to a file or a program such as `git
 * apply`.
 */
export const print = (text: string) => process.stdout.write(process.stdout.isTTY ? plainLines(text) : text)

export const say = (text: string) => {
  last = plainLines(text)
  process.stderr.write(`${last}\n`)
}

/** Prints one line of JSON. With `--json`, a command does this once, also when it fails. */
export const answer = (value: unknown) => {
  answers += 1
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/**
 * Counts a command's JSON answers. Call this before the command runs and, with `--json`, the returned function at its
 * end: that prints an answer if the command printed none.
 */
export function watchAnswers(): (ok: boolean, error?: string) => void {
  const before = answers
  last = ''
  return (ok, error = last.trim()) => {
    if (answers === before) answer(ok ? { ok } : { ok, error })
  }
}
