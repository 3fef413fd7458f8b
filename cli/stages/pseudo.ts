const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþrŕsštţuûvṽwŵyýzžAÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻNÑOÖPÞRŔSŠTŢUÛWŴYÝZŽ'].flatMap(
    (letter, at, all) => (at % 2 ? [] : [[letter, all[at + 1] ?? letter]]),
  ),
)

/**
 * A text of the pseudo-locale: accents on its letters, about a third longer, between brackets. Keeps `{names}`.
 *
 * @example pseudoText('Send {amount}') // '[Šéñð {amount} ··]'
 */
export function pseudoText(text: string): string {
  const letters = text.replace(/\{\w+\}/g, '').length
  const accented = text.replace(/\{\w+\}|\w/g, (part) => ACCENTS[part] ?? part)
  return `[${accented} ${'·'.repeat(Math.ceil(letters / 3))}]`
}
