import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { findCopies } from '../../../cli/doctor/copies.ts'
import { folder } from '../project.ts'

const manifest = (version: string) => JSON.stringify({ version })

it('finds every copy once: nested, in scopes, in pnpm’s store, and through links and cycles', async () => {
  const root = await folder({
    'node_modules/.pnpm/viem@2.0.0/node_modules/viem/package.json': manifest('2.0.0'),
    'node_modules/.pnpm/viem@2.1.0/node_modules/viem/package.json': manifest('2.1.0'),
    'node_modules/@scope/tool/node_modules/react/package.json': manifest('18.0.0'),
    'node_modules/react/package.json': manifest('19.0.0'),
    'app/package.json': '{}',
  })
  const link = async (from: string, to: string) => {
    await mkdir(dirname(join(root, from)), { recursive: true })
    await symlink(join(root, to), join(root, from))
  }
  await link('app/node_modules/viem', 'node_modules/.pnpm/viem@2.0.0/node_modules/viem')
  await link('node_modules/react/node_modules/loop', 'node_modules/react')
  const found = await findCopies([join(root, 'app'), root], ['react', 'viem', 'valtio'])
  expect(found).toEqual({
    react: [
      { folder: join(root, 'node_modules/@scope/tool/node_modules/react'), version: '18.0.0' },
      { folder: join(root, 'node_modules/react'), version: '19.0.0' },
    ],
    viem: [
      { folder: join(root, 'node_modules/.pnpm/viem@2.0.0/node_modules/viem'), version: '2.0.0' },
      { folder: join(root, 'node_modules/.pnpm/viem@2.1.0/node_modules/viem'), version: '2.1.0' },
    ],
    valtio: [],
  })
})
