/**
 * Updates the language files from the code: writes each folder's `languages/en.json`, and removes from the other
 * languages the translations whose English text has changed, which have to be translated again, or no longer exists.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, readLanguage } from '../stages/languages.ts'
import { englishOf, textFolders } from './english.ts'
import { ROOT } from './run.ts'

type Texts = Readonly<Record<string, string>>

/** Writes the files. With `check` it writes nothing. @returns the paths of the files that were out of date */
export async function writeLanguages(check: boolean): Promise<string[]> {
  const stale: string[] = []
  for (const folder of await textFolders()) {
    const path = join(ROOT, folder, 'languages')
    await mkdir(path, { recursive: true })
    const [before, english] = [await readLanguage(path, 'en'), await englishOf(folder)]
    const tags = (await readdir(path))
      .filter((name) => /^(?!en\.)[\w-]+\.json$/.test(name))
      .map((name) => name.slice(0, -5))
    const files: [string, Texts][] = [['en', english]]
    for (const tag of tags) files.push([tag, inStep(await readLanguage(path, tag), before, english)])
    for (const [tag, texts] of files) {
      const [file, printed] = [join(path, `${tag}.json`), `${JSON.stringify(texts, null, 2)}\n`]
      if ((await readFile(file, 'utf8').catch(() => undefined)) === printed) continue
      stale.push(`${folder}/languages/${tag}.json`)
      if (!check) await writeFile(file, printed)
    }
  }
  return stale
}

/** A language's texts without those whose English text has changed or is gone, in the order of the English keys. */
function inStep(texts: Texts, before: Texts, english: Texts): Texts {
  const order = Object.keys(english)
  const rank = (key: string) => order.indexOf(keyOf(key, english))
  const kept = Object.entries(texts).filter(([key]) => {
    const own = keyOf(key, english)
    return english[own] !== undefined && (before[own] === undefined || before[own] === english[own])
  })
  return Object.fromEntries(kept.sort(([a], [b]) => rank(a) - rank(b)))
}
