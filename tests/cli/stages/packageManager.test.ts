import { expect, it } from 'vitest'
import { addCommand } from '../../../cli/stages/packageManager.ts'

it('adds a package for development with the option that each package manager has', () => {
  expect((['npm', 'pnpm', 'yarn', 'bun'] as const).map((manager) => addCommand(manager, ['vite'], true))).toEqual([
    'npm install --save-dev vite',
    'pnpm add --save-dev vite',
    'yarn add --dev vite',
    'bun add --save-dev vite',
  ])
  expect(addCommand('yarn', ['react', 'react-dom'])).toBe('yarn add react react-dom')
})
