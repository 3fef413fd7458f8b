/**
 * Keeps the languages in step with the code: writes each folder's `languages/en.json`, and takes out of the other
 * languages what has a new English text, so that it is translated anew, or none.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, readLanguage } from '../stages/languages.ts'
import { englishOf, textFolders } from './english.ts'
import { ROOT } from './run.ts'

type Texts = Readonly<Record<string, string>>

/** Writes the files. With `check` it only returns the ones that differ. */
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

/** Without translations of texts that changed or are gone, in the order of the English keys. */
function inStep(texts: Texts, before: Texts, english: Texts): Texts {
  const order = Object.keys(english)
  const rank = (key: string) => order.indexOf(keyOf(key, english))
  const kept = Object.entries(texts).filter(([key]) => {
    const own = keyOf(key, english)
    return english[own] !== undefined && (before[own] === undefined || before[own] === english[own])
  })
  return Object.fromEntries(kept.sort(([a], [b]) => rank(a) - rank(b)))
}
