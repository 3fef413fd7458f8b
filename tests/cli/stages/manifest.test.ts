import module from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findInstalled } from '../../../cli/stages/manifest.ts'
import { folder } from '../project.ts'

it('finds a package in the nearest node_modules, and none that is not installed', async () => {
  const root = await folder({
    'node_modules/react/package.json': '{ "version": "18.0.0" }',
    'app/node_modules/react/package.json': '{ "version": "19.0.0" }',
  })
  expect(await findInstalled(join(root, 'app/src'), 'react')).toMatchObject({
    version: '19.0.0',
    folder: join(root, 'app/node_modules/react'),
  })
  expect(await findInstalled(root, 'react')).toMatchObject({ version: '18.0.0' })
  expect(await findInstalled(root, 'no-such-package-anywhere')).toBeUndefined()
})

it('asks Yarn’s Plug’n’Play where a package is, in a project that has it', async () => {
  const root = await folder({ 'store/react/package.json': '{ "version": "19.1.0" }' })
  const pnp = {
    resolveToUnqualified: (name: string) => {
      if (name !== 'react') throw new Error(`${name} is not among the dependencies`)
      return join(root, 'store/react')
    },
  }
  Object.assign(module, { findPnpApi: (path: string) => (path.startsWith(join(root, 'page')) ? pnp : null) })
  onTestFinished(() => void Reflect.deleteProperty(module, 'findPnpApi'))
  expect(await findInstalled(join(root, 'page'), 'react')).toMatchObject({ version: '19.1.0' })
  expect(await findInstalled(join(root, 'page'), 'vite-of-nobody')).toBeUndefined()
  expect(await findInstalled(join(root, 'other'), 'react')).toBeUndefined()
})
