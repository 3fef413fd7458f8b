/**
 * `npm run review -- <tag>`: writes `.cache/review/<tag>.md`, a sheet on which a native speaker reviews a language. It
 * has the glossary, and every text beside the English one; texts about money come first.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyOf, readLanguage } from '../stages/languages.ts'
import { textFolders } from './english.ts'
import { main, ROOT, say, Stop } from './run.ts'

/** The keys of texts that people read before money moves. */
const MONEY = /^(approve|outcome|review|siwx|send|swaps|sessions|error)\./

main(async () => {
  const [tag] = process.argv.slice(2)
  const core = join(ROOT, 'runtime/languages')
  const glossary = await readFile(join(core, 'glossary', `${tag}.md`), 'utf8').catch(() => undefined)
  if (!tag || glossary === undefined) throw new Stop('Name a language: npm run review -- de')
  const rows: Row[] = []
  for (const folder of await textFolders()) {
    const path = join(ROOT, folder, 'languages')
    const [english, texts] = [await readLanguage(path, 'en'), await readLanguage(path, tag)]
    for (const [key, text] of Object.entries(texts))
      rows.push({ key, text, english: english[keyOf(key, english)] ?? '' })
  }
  const [money, rest] = [rows.filter(({ key }) => MONEY.test(key)), rows.filter(({ key }) => !MONEY.test(key))]
  const sheet = [
    `# walletkit in “${tag}”: to be read by a native speaker`,
    '',
    'Write a better text, or ✓, into the last column. What stands in {braces} is replaced and has to stay. Texts that warn of',
    'money must say exactly what the English one says: neither weaker nor more certain.',
    '',
    glossary.replace(/^# .*\n/, '## Words\n'),
    '## Before money moves',
    '',
    ...table(money),
    '',
    '## Everything else',
    '',
    ...table(rest),
    '',
  ].join('\n')
  const file = join(ROOT, '.cache/review', `${tag}.md`)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, sheet)
  say(`${rows.length} texts in ${file}`)
  return 0
})

type Row = { key: string; english: string; text: string }

const table = (rows: readonly Row[]) => [
  '| Key | English | Translation | Better |',
  '| --- | --- | --- | --- |',
  ...rows.map(({ key, english, text }) => `| \`${key}\` | ${cell(english)} | ${cell(text)} | |`),
]

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
