import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examine } from '../../../../cli/commands/plugin/validate.ts'
import { folder, repository, write } from '../../project.ts'

/** Copies the example plugin. `shipped` is added to the list of files that its package contains. */
async function example(shipped: string): Promise<string> {
  const root = await folder()
  const filter = (path: string) => !/tip-jar\/(node_modules|dist|languages)/.test(path)
  await cp(join(repository, 'tests/examples/tip-jar'), root, { recursive: true, filter })
  const own = await readFile(join(root, 'package.json'), 'utf8')
  const files = `"files": [\n    "dist",\n    ${shipped}\n  ]`
  await write(root, { 'package.json': own.replace(/"files": \[[^\]]*\]/, files) })
  return root
}

describe('a translation', () => {
  const WHOLE = {
    'tipJar.title': 'Gefällt dir, was du siehst?',
    'tipJar.to': 'Dein Trinkgeld geht an {address}.',
    'tipJar.nobody': 'Diese Seite hat nicht gesagt, wer das Trinkgeld bekommt.',
    'tipJar.send': '{amount} Trinkgeld geben',
    'tipJar.sending': 'Warte auf deine Wallet …',
    'tipJar.last': 'Dein letztes Trinkgeld',
    'title.TipJar': 'Trinkgeld',
    'feature.tip-jar': 'Trinkgeld',
    'error.TIP_FAILED': 'Das Trinkgeld wurde nicht gesendet',
    'error.TIP_NOTE': 'Das Trinkgeld ist unterwegs. Das Dankeschön nicht',
  }
  const told = async (texts: object, name = 'de.json') => {
    const root = await example('"config.schema.json",\n    "languages"')
    await write(root, { [`languages/${name}`]: JSON.stringify(texts, null, 2) })
    const { findings } = await examine(root)
    return findings.map(({ file, level, message }) => `${file} ${level}: ${message}`)
  }

  it('of every text is fine, plural forms included', async () => {
    expect(await told({ ...WHOLE, 'tipJar.last.one': 'Dein Trinkgeld' })).toEqual([])
  })

  it('needs no singular form, though English has one', async () => {
    const root = await example('"config.schema.json",\n    "languages"')
    const english = await readFile(join(root, 'messages.ts'), 'utf8')
    await write(root, {
      'messages.ts': english.replace('})', "  'tipJar.last.one': 'Your tip',\n})"),
      'languages/ja.json': JSON.stringify(WHOLE),
      'languages/de.json': JSON.stringify({ ...WHOLE, 'tipJar.last.one': 'Dein Trinkgeld' }),
    })
    expect((await examine(root)).findings).toEqual([])
  })

  it('that lacks texts is told which, once each', async () => {
    const { 'tipJar.last': _last, 'feature.tip-jar': _label, 'error.TIP_NOTE': _note, ...rest } = WHOLE
    expect(await told(rest)).toEqual([
      'languages/de.json warning: de has no text "tipJar.last"',
      'languages/de.json warning: de has no text "feature.tip-jar"',
      'languages/de.json warning: de has no text "error.TIP_NOTE"',
    ])
  })

  it('with a key that nothing shows, a text of walletkit, or other names in braces is told so', async () => {
    const wrong = { 'tipJar.sent': 'Fertig', 'review.confirm': 'Ja', 'tipJar.to': 'An {name}' }
    expect(await told({ ...WHOLE, ...wrong })).toEqual([
      'languages/de.json warning: The text leaves out {address}',
      'languages/de.json warning: No English text has the key "tipJar.sent"',
      'languages/de.json error: "review.confirm" is a text of walletkit, and stays as it is',
    ])
  })

  it('that is no object of texts, or of no language, is refused', async () => {
    expect(await told([1])).toEqual(['languages/de.json error: The file is no object of texts'])
    expect(await told(WHOLE, 'german!.json')).toEqual(['languages/german!.json error: "german!" is no language'])
  })

  it('that is no JSON is told the place where it ends to be valid', async () => {
    const root = await example('"config.schema.json",\n    "languages"')
    await write(root, { 'languages/de.json': '{\n  "tipJar.last": "x"\n  "tipJar.send": "y"\n}' })
    const { findings } = await examine(root)
    expect(findings).toMatchObject([{ file: 'languages/de.json', line: 3, column: 3, expected: 'JSON' }])
  })

  it.each([
    ['deutsch', 'de'],
    ['japanese', 'ja'],
    ['espanol', 'es'],
  ])('for the tag %s is told that it should be %s', async (tag, near) => {
    const root = await example('"config.schema.json",\n    "languages"')
    await write(root, { [`languages/${tag}.json`]: JSON.stringify(WHOLE) })
    const { findings } = await examine(root)
    expect(findings).toMatchObject([
      {
        level: 'warning',
        message: `No language has the tag "${tag}"`,
        nearest: near,
        fix: `Rename the file to ${near}.json.`,
      },
    ])
  })

  it('that the package would not contain is refused', async () => {
    const root = await example('"config.schema.json"')
    await write(root, { 'languages/de.json': JSON.stringify(WHOLE) })
    const { findings } = await examine(root)
    expect(findings.map(({ message }) => message)).toEqual(['The package would not hold ./languages'])
  })

  it('is told with the line of its key', async () => {
    const root = await example('"config.schema.json",\n    "languages"')
    await write(root, { 'languages/de.json': `{\n  "tipJar.last": "x",\n  "tipJar.sent": "y"\n}` })
    const { findings } = await examine(root)
    expect(findings.find(({ path }) => path.includes('tipJar.sent'))?.line).toBe(3)
  })
})
