/** Starts `walletkit studio` of the packed CLI in a scaffolded project. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { end } from '../../cli/repo/run.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { copyProject } from '../support/packed.ts'
import { outside } from '../support/shell.ts'
import { installEyes } from './eyes.ts'

/** `file` is the path of the config. */
export type Studio = { url: string; file: string; stop: () => Promise<void> }

/** `config` is the text of the project's config. */
export async function startStudio({ url, secureSite }: Sandbox, config: string): Promise<Studio> {
  const home = mkdtempSync(join(tmpdir(), 'walletkit-engines-'))
  const project = join(home, 'site')
  copyProject(project)
  const file = join(project, 'walletkit.config.json')
  writeFileSync(file, config)
  const cli = join(project, 'node_modules/walletkit/dist/cli')
  addEyes(join(cli, 'studio/studio.js'))
  const child = spawn(process.execPath, [join(cli, 'walletkit.js'), 'studio', '--json', '--port', '0'], {
    cwd: project,
    env: { ...outside, WALLETKIT_SANDBOX_URL: url, WALLETKIT_SANDBOX_LOGIN: secureSite },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const stop = async () => {
    await end(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    for await (const line of createInterface({ input: child.stdout }))
      return { ...(JSON.parse(line) as { url: string }), file, stop }
    throw new Error(`The studio ended before it said its address\n${said}`)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Adds the eyes to the studio's script, before its own code. The file is a link: replace it, and leave the original. */
function addEyes(script: string): void {
  const code = readFileSync(script, 'utf8')
  rmSync(script)
  writeFileSync(script, `(${String(installEyes)})()\n${code}`)
}
