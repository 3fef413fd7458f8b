/** Reads a pasted list of recipients: lines of a text, or a table as CSV. */

/** One line of the list, unchecked. `amount` is empty if the line names none. */
export type ListedReceiver = { receiver: string; amount: string }

/**
 * Lines after this many are not read, so that a huge text cannot freeze the page. `addList` refuses far shorter lists
 * anyway.
 */
const MOST_LINES = 1_000
/** The longest text that a field of the form takes. */
const LONGEST = 255
const NUMBER = /^\d*\.?\d+$/
/**
 * Matches a line whose only commas are inside a number at its end, after a space, such as `mira 1,5`. These commas
 * separate no cells.
 */
const COMMA_IN_NUMBER = /^[^",]*\s\d[\d.,]*\d$/

/**
 * One recipient for each line that is not empty, in order. Tabs, semicolons or commas separate receiver and amount;
 * without them, the space before a number does. Ignores a first line that names columns. Never throws, and never
 * guesses an amount: in `mira;1,5` and `mira 1,5` the amount stays `1,5`, which the form then refuses, because it might
 * mean 1.5 or 15.
 */
export function parseList(text: string): ListedReceiver[] {
  const lines = text.split(/\r\n|\r|\n/, MOST_LINES)
  const rows = lines.map(cellsOf).filter((cells) => cells.some((cell) => cell !== ''))
  if (isHeading(rows[0])) rows.shift()
  return rows.map(([receiver = '', amount = '']) => ({
    receiver: receiver.slice(0, LONGEST),
    amount: amount.slice(0, LONGEST),
  }))
}

function cellsOf(line: string): [string, string] {
  const separator = ['\t', ';', ','].find((each) => line.includes(each))
  if (separator === undefined) return spaced(line.trim())
  if (separator === ',' && COMMA_IN_NUMBER.test(line.trim())) return spaced(line.trim(), /^[\d.,]+$/)
  const [receiver = '', ...rest] = split(line, separator)
  while (rest.at(-1) === '') rest.pop()
  return [receiver, rest.join(separator)]
}

/**
 * Splits `Mira Lind 1.5` before the last word if that word is a number. Else the whole line is the receiver, because
 * names can contain spaces.
 */
function spaced(line: string, number = NUMBER): [string, string] {
  const at = line.search(/\s+\S+$/)
  const last = at < 0 ? '' : line.slice(at).trim()
  return number.test(last) ? [unquoted(line.slice(0, at)), last] : [unquoted(line), '']
}

/** Splits a line at each separator that is not within quotes (RFC 4180). */
function split(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    if (sign === separator && !isQuoted) cells.push('')
    else cells.push((cells.pop() ?? '') + sign)
  }
  return cells.map(unquoted)
}

const unquoted = (cell: string) => {
  const trimmed = cell.trim()
  const [, inner] = /^"(.*)"$/.exec(trimmed) ?? []
  return (inner ?? trimmed).replaceAll('""', '"').trim()
}

/** Whether a line names columns: it has two cells, and the second one contains no digit. */
const isHeading = (cells: [string, string] | undefined): boolean =>
  cells !== undefined && cells[1] !== '' && !/\p{Nd}/u.test(cells[1])
