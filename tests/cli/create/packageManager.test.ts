import { expect, it } from 'vitest'
import { execCommand, quoted, runCommand, withCommands } from '../../../cli/create/packageManager.ts'

const TEXT = `npm install
npm run dev
npm start, npm test, npm run check; npx walletkit emit; npm create walletkit -- --template nuxt`

it('writes a text’s commands in those of each package manager', () => {
  expect(withCommands('npm', TEXT)).toBe(TEXT)
  expect(withCommands('pnpm', TEXT)).toBe(`pnpm install
pnpm dev
pnpm start, pnpm test, pnpm check; pnpm exec walletkit emit; pnpm create walletkit --template nuxt`)
  expect(withCommands('yarn', TEXT)).toBe(`yarn install
yarn dev
yarn start, yarn test, yarn run check; yarn walletkit emit; yarn create walletkit --template nuxt`)
  expect(withCommands('bun', TEXT)).toBe(`bun install
bun run dev
bun run start, bun run test, bun run check; bunx walletkit emit; bun create walletkit --template nuxt`)
})

it('runs a package’s command as each package manager does', () => {
  expect((['npm', 'pnpm', 'yarn', 'bun'] as const).map((manager) => execCommand(manager, 'vite preview'))).toEqual([
    'npx vite preview',
    'pnpm exec vite preview',
    'yarn vite preview',
    'bunx vite preview',
  ])
})

it('runs a script that has the name of one of the manager’s own commands', () => {
  const commands = (['npm', 'pnpm', 'yarn', 'bun'] as const).map((manager) =>
    ['dev', 'check', 'pack'].map((script) => runCommand(manager, script)),
  )
  expect(commands).toEqual([
    ['npm run dev', 'npm run check', 'npm run pack'],
    ['pnpm dev', 'pnpm check', 'pnpm run pack'],
    ['yarn dev', 'yarn run check', 'yarn run pack'],
    ['bun run dev', 'bun run check', 'bun run pack'],
  ])
})

it('quotes what a shell would read otherwise, and nothing else', () => {
  expect(
    ['./my-app_1.2', '@a/b@1.2.3', 'café', 'my app', 'a&b', 'coin@^1', '', "it's", 'a$b', "a'b!"].map(quoted),
  ).toEqual([
    './my-app_1.2',
    '@a/b@1.2.3',
    'café',
    '"my app"',
    '"a&b"',
    '"coin@^1"',
    '""',
    '"it\'s"',
    "'a$b'",
    "'a'\\''b!'",
  ])
})
