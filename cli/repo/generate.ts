/**
 * `npm run generate`: generates the schema, its types and the network table, the minified style sheets, the API report,
 * the English texts, and the login service's message table. `--check` writes nothing and exits with 1 when a file is
 * out of date.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiReports, REPORTS } from './api.ts'
import { DOCUMENT, writeMessageTable } from './messageTable.ts'
import { writeLanguages } from './languages.ts'
import { main, ROOT, run, say } from './run.ts'
import { writeStyleModules } from './styleSheets.ts'

main(async () => {
  const flags = process.argv.slice(2)
  const generate = ['--import', 'tsx', join(ROOT, 'schema/generate.ts'), ...flags]
  const { code } = await run(process.execPath, generate, { show: true })
  const check = flags.includes('--check')
  const styles = await writeStyleModules(check)
  for (const path of styles) say(`${check ? 'Stale' : 'Written'}: ${path}`)
  const stale = await writeReports(check)
  for (const name of stale) say(`${REPORTS}/${name} is stale`)
  const languages = await writeLanguages(check)
  for (const path of languages) say(`${check ? 'Stale' : 'Written'}: ${path}`)
  const fresh = await writeMessageTable(check)
  if (!fresh) say(`${DOCUMENT} is stale`)
  return code || (stale.length || (check && styles.length + languages.length) || !fresh ? 1 : 0)
})

/**
 * Writes the API reports and removes old ones. With `check` it writes nothing and returns the names of files that
 * differ.
 */
async function writeReports(check: boolean): Promise<string[]> {
  const folder = join(ROOT, REPORTS)
  await mkdir(folder, { recursive: true })
  const reports = apiReports()
  const stale: string[] = []
  for (const [name, text] of reports) {
    const path = join(folder, name)
    const before = await readFile(path, 'utf8').catch(() => undefined)
    if (before === text) continue
    if (check) stale.push(name)
    else await writeFile(path, text)
  }
  for (const name of await readdir(folder)) {
    if (reports.has(name)) continue
    if (check) stale.push(name)
    else await rm(join(folder, name))
  }
  return stale
}
