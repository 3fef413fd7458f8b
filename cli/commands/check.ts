/** `walletkit check`: validates the config and says what the build will include. */
import { answer, say } from '../answer.ts'
import { messages, shownText, tellIssue } from '../messages.ts'
import { loadConfig, type Loaded } from '../stages/load.ts'
import { select, type Selection } from '../stages/select.ts'

export type CommonFlags = { config?: string; json?: boolean; root?: string }

export { answer, say }

/** Resolves with the exit code: 1 when the config has issues, else 0. */
export async function check({ config, json, root = process.cwd() }: CommonFlags): Promise<number> {
  const loaded = await loadConfig(root, config)
  const selection = select(loaded)
  if (json) answer(toJson(loaded, selection))
  tell(loaded, selection, json === true)
  return selection ? 0 : 1
}

/** Prints the issues, if there are any. Else prints the summary and the notes, unless `quiet`. */
export function tell(loaded: Loaded, selection: Selection | undefined, quiet: boolean): void {
  if (!selection) {
    for (const found of loaded.issues) say(`${tellIssue(found, shownText(loaded))}\n`)
    say(messages.issues(loaded.issues.length, loaded.file))
    return
  }
  if (quiet) return
  say(
    messages.checked(
      loaded.file,
      selection.plugins.map(({ id }) => id),
      selection.config.networks?.length ?? 0,
    ),
  )
  if (selection.byDefault.length) say(messages.onByDefault(selection.byDefault))
  if (selection.leftOut.length) say(messages.leftOut(selection.leftOut))
  for (const note of selection.notes) say(note)
}

function toJson({ file, issues }: Loaded, selection: Selection | undefined) {
  if (!selection) return { ok: false, file, issues }
  const { plugins, chains, leftOut, byDefault, notes, config } = selection
  return {
    ok: true,
    file,
    issues,
    plugins: plugins.map(({ id }) => id),
    chains,
    networks: config.networks?.map(({ caipNetworkId }) => caipNetworkId),
    leftOut,
    byDefault,
    notes,
  }
}
