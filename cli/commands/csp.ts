/**
 * `walletkit csp`: prints the Content-Security-Policy that the config needs, in the format of the server that sends it.
 * It does not read a build: it infers from the project's package.json which Trusted Types policies the framework
 * creates.
 */
import { dirname, resolve } from 'node:path'
import { messages } from '../messages.ts'
import { loadConfig } from '../stages/load.ts'
import { CLOUDFLARE_LINE, type PolicyForm, printPolicy } from '../stages/policy.ts'
import { policiesOf, secure } from '../stages/security.ts'
import { select } from '../stages/select.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

export type CspFlags = CommonFlags & { for?: PolicyForm }

/**
 * Prints the policy. Resolves with the exit code: 1 when the config has issues, or when a line is longer than
 * Cloudflare accepts (`--for cloudflare`), else 0.
 */
export async function csp({ config, json, for: form = 'header', root = process.cwd() }: CspFlags): Promise<number> {
  const loaded = await loadConfig(resolve(root), config)
  const selection = select(loaded)
  if (!selection) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, selection, false)
    return 1
  }
  const { csp: policy, hosts } = secure(selection, [], '/', await policiesOf(dirname(loaded.path)))
  const text = printPolicy(policy, form)
  const long = form === 'cloudflare' && text.split('\n').some((line) => line.length > CLOUDFLARE_LINE)
  const notes = [...selection.unencrypted.map(messages.unencrypted), ...(form === 'next' ? [messages.nextPolicy] : [])]
  if (json) answer({ ok: !long, for: form, policy, text, hosts, notes })
  else process.stdout.write(text)
  if (!json) for (const note of notes) say(note)
  if (long) say(messages.longPolicy(CLOUDFLARE_LINE))
  return long ? 1 : 0
}
