/** What a command says to people (stderr), and what it answers to programs that pass `--json` (stdout). */

let answers = 0
let last = ''

export const say = (text: string) => {
  last = text
  process.stderr.write(`${text}\n`)
}

/** Prints one line of JSON. With `--json`, a command does this once, whatever happens. */
export const answer = (value: unknown) => {
  answers += 1
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Starts to watch a command: the returned function answers for it if it did not answer itself. */
export function watchAnswers(): (ok: boolean, error?: string) => void {
  const before = answers
  last = ''
  return (ok, error = last.trim()) => {
    if (answers === before) answer(ok ? { ok } : { ok, error })
  }
}
