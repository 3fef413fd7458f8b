import { expect, it } from 'vitest'
import { checkCopies } from '../../../cli/doctor/packages.ts'
import { folder } from '../project.ts'

const manifest = (name: string, version: string) => JSON.stringify({ name, version })

it.each([
  ['npm', '"overrides" of package.json'],
  ['yarn', '"resolutions" of package.json'],
  ['pnpm', '"overrides" of pnpm-workspace.yaml'],
  ['bun', '"overrides" of package.json'],
] as const)('says where %s reads the one version of react', async (manager, place) => {
  const root = await folder({
    'package.json': '{}',
    'node_modules/react/package.json': manifest('react', '19.0.0'),
    'node_modules/walletkit/package.json': manifest('walletkit', '0.1.0'),
    'node_modules/walletkit/node_modules/react/package.json': manifest('react', '18.0.0'),
  })
  const [found] = await checkCopies(root, manager)
  expect(found).toMatchObject({ level: 'fail', about: 'one react' })
  expect(found?.fix).toMatch(new RegExp(`or name one version in ${place}\\.$`))
})
