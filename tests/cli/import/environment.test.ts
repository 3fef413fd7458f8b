import { expect, it } from 'vitest'
import { isPlaceholder, readEnvironment } from '../../../cli/import/environment.ts'
import { folder } from '../project.ts'

it('reads what bundlers put into the page and project ids, never a secret', async () => {
  const root = await folder({
    '.env': [
      'VITE_URL=https://a.test # comment',
      'export NEXT_PUBLIC_NAME="A # b"',
      "WC_PROJECT_ID='id'",
      'DATABASE_URL=postgres://secret',
      'VITE_SECRET_KEY=secret',
      'PRIVATE_KEY=0xsecret',
      'NEXT_PUBLIC_EMPTY=',
      'NUXT_API_KEY=kept on the server',
      'NUXT_PUBLIC_SITE=https://b.test',
      'no assignment',
    ].join('\n'),
  })
  const found = await readEnvironment(root, ['.'])
  expect(Object.fromEntries([...found].map(([name, { value }]) => [name, value]))).toEqual({
    VITE_URL: 'https://a.test',
    NEXT_PUBLIC_NAME: 'A # b',
    WC_PROJECT_ID: 'id',
    NUXT_PUBLIC_SITE: 'https://b.test',
  })
})

it('takes the file that is nearest to a visitor’s page, and a sample last', async () => {
  const root = await folder({
    '.env': 'VITE_A=shared\nVITE_B=shared',
    '.env.local': 'VITE_A=mine',
    '.env.example': 'VITE_A=sample\nVITE_C=sample\nVITE_D=YOUR_PROJECT_ID',
    'app/.env': 'VITE_B=app',
  })
  const found = await readEnvironment(root, ['app', '.'])
  expect(found.get('VITE_A')).toEqual({ value: 'mine', file: '.env.local', sample: false, production: false })
  expect(found.get('VITE_B')).toEqual({ value: 'app', file: 'app/.env', sample: false, production: true })
  expect(found.get('VITE_C')).toMatchObject({ value: 'sample', sample: true })
  expect(found.has('VITE_D')).toBe(false)
})

it.each(['', 'YOUR_PROJECT_ID', '<WALLETCONNECT_PROJECT_ID>', 'your-project-id', 'xxxx', 'project_id_here', '...'])(
  'knows that %j stands for a value',
  (text) => expect(isPlaceholder(text)).toBe(true),
)

it.each(['b56e18d47c72ab683b10814fe9495694', 'moved', '#ff0000'])('takes %j as a value', (text) =>
  expect(isPlaceholder(text)).toBe(false),
)
