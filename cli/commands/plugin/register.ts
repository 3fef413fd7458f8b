/** Registers `walletkit plugin …`. Each command's module is imported only when the command runs. */
import type { Command } from 'commander'
import type { NewFlags } from './new.ts'
import type { PackFlags } from './pack.ts'
import type { ValidateFlags } from './validate.ts'

/** Adds the commands of `walletkit plugin` to the program. Calls `end` with the exit code of the command that ran. */
export function registerPlugin(program: Command, end: (code: number) => void): void {
  const plugin = program.command('plugin').description('write, check and pack a plugin of your own')
  const json = (some: Command) => some.option('--json', 'one line of JSON on stdout')
  json(plugin.command('new <name>').description('a plugin that works, with a test and a playground'))
    .option('--package', 'a package of its own instead of a folder of this project')
    .option('--dir <folder>', 'where (default: plugins/<name>, or <name> for a package)')
    .option('--source <folder>', 'take walletkit from a folder of tarballs')
    .option('-c, --config <file>', 'the config file (default: walletkit.config.json)')
    .option('--dry-run', 'print what would be written')
    .option('-y, --yes', 'ask nothing')
    .action(async (name: string, flags: NewFlags) => end(await (await import('./new.ts')).newPlugin(name, flags)))
  json(
    plugin.command('validate [folder]').description('everything that a build or a visitor would stumble over'),
  ).action(async (folder: string | undefined, flags: ValidateFlags) =>
    end(await (await import('./validate.ts')).validate(folder, flags)),
  )
  json(plugin.command('pack [folder]').description('validate, compile and pack the package'))
    .option('-o, --out <folder>', 'where the tarball goes (default: the folder itself)')
    .action(async (folder: string | undefined, flags: PackFlags) =>
      end(await (await import('./pack.ts')).packPlugin(folder, flags)),
    )
}
