import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call, folder, write } from '../project.ts'

const cli = (args: string[], cwd: string) => call(['completion', ...args], cwd)
const COMMANDS =
  'check build emit dev add remove init doctor info size csp types upgrade import completion sandbox'.split(' ')

it('completes commands, features, values and flags in bash', async () => {
  const root = await folder()
  const { code, out } = await cli(['bash'], root)
  expect(code).toBe(0)
  await write(root, { 'completion.sh': out })
  const complete = (...line: string[]) => {
    const words = line.map((word) => `'${word}'`).join(' ')
    const script = `source ${join(root, 'completion.sh')}; COMP_WORDS=(walletkit ${words}); COMP_CWORD=${line.length}; _walletkit; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trim().split(' ').filter(Boolean)
  }
  expect(complete('')).toEqual(expect.arrayContaining([...COMMANDS, '--help', '--version']))
  expect(complete('che')).toEqual(['check'])
  expect(complete('add', 'se')).toEqual(['send'])
  expect(complete('remove', 'r')).toEqual(['receive'])
  expect(complete('add', '--dry')).toEqual(['--dry-run'])
  expect(complete('emit', '--d')).toEqual(['--dry-run'])
  expect(complete('csp', '--for', 'ne')).toEqual(['netlify', 'next'])
  expect(complete('import', 'r')).toEqual(['rainbowkit'])
  expect(complete('check', '--config', 'x')).toEqual([])
  expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
})

it('completes the same words in zsh and fish', async () => {
  const root = await folder()
  const zsh = (await cli(['zsh'], root)).out
  expect(zsh).toMatch(/^#compdef walletkit\n/)
  for (const name of COMMANDS) expect(zsh).toMatch(new RegExp(`^ {6}'${name}:`, 'm'))
  expect(zsh).toContain("'--for[for whom]:value:(header meta nginx netlify vercel cloudflare next)'")
  expect(zsh).toContain("'(-y --yes)'{-y,--yes}'[ask nothing]'")
  const fish = (await cli(['fish'], root)).out
  for (const name of COMMANDS) expect(fish).toContain(`-n __fish_use_subcommand -a ${name} -d `)
  expect(fish).toContain("-n '__fish_seen_subcommand_from csp' -l for -x -a 'header meta nginx")
  const json = JSON.parse((await cli(['fish', '--json'], root)).out) as { text: string }
  expect(json.text).toBe(fish)
  expect((await cli(['tcsh'], root)).code).toBe(1)
})
