/** Checks READMEs of folders: they list all files of the folder, and show a config that the schema accepts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../schema/validate.ts'
import { rules } from '../schema/rules.ts'
import { ROOT } from './graph.ts'

const read = (folder: string) => readFileSync(join(ROOT, folder, 'README.md'), 'utf8')

it.each(['runtime/wallets', 'runtime/connectors'])('%s lists each of its files once', (folder) => {
  const listed = [...read(folder).matchAll(/^\| `([\w.]+)` /gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(
    readdirSync(join(ROOT, folder))
      .filter((file) => file !== 'README.md')
      .sort(),
  )
})

it('the wallet that runtime/wallets shows is one for the schema', () => {
  const [, block = ''] = /^```json\n([^]*?)^```$/m.exec(read('runtime/wallets')) ?? []
  const config = { projectId: 'p', networks: ['eip155:1'], ...(JSON.parse(block) as { wallets: object }) }
  expect(Object.keys(config.wallets)).toEqual(['custom'])
  expect(readConfig(JSON.stringify(config), 'walletkit.config.json', rules).issues).toEqual([])
})
