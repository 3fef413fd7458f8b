/** The commands of `walletkit` and their flags. Each command's module is imported only when the command runs. */
import { Argument, Command, CommanderError, Option } from 'commander'
import { nearest } from '../schema/nearest.ts'
import { watchAnswers, plainLines } from './answer.ts'
import { Failure, reasonOf } from './failure.ts'
import { LIBRARY_NAMES } from './import/library.ts'
import { messages } from './messages.ts'
import { readVersion } from './package.ts'
import type { WriteFlags } from './ask.ts'
import { registerPlugin } from './commands/plugin/register.ts'
import type { CommonFlags } from './commands/check.ts'
import type { GuestFlags } from './commands/guestWrite.ts'
import { POLICY_FORMS } from './stages/policy.ts'
import { SHELLS } from './stages/completion.ts'

/**
 * Runs a command line, given without `node` and the script's name. Returns the exit code; error messages are already
 * printed.
 */
export async function main(args: readonly string[]): Promise<number> {
  let code = 0
  const answered = watchAnswers()
  const isJson = args.includes('--json')
  try {
    const program = await createProgram((ended) => (code = ended))
    await program.parseAsync(args, { from: 'user' })
    // The sandbox is a separate program, which prints its own answer.
    if (isJson && args[0] !== 'sandbox') answered(code === 0)
    return code
  } catch (error) {
    // Commander has already printed the error or the requested help.
    if (error instanceof CommanderError) {
      if (isJson && error.exitCode !== 0) answered(false, reasonOf(error))
      return error.exitCode
    }
    const told = error instanceof Failure || !process.env.DEBUG
    process.stderr.write(`${plainLines(String(told ? reasonOf(error) : (error as Error).stack))}\n`)
    if (isJson) answered(false, reasonOf(error))
    return 1
  }
}

/** The argument of the functions below that each add a group of commands to the program. */
type Adding = { program: Command; command: ReturnType<typeof commandOf>; end: (code: number) => void; done: Done }
type Done = (run: (flags: CommonFlags) => Promise<number>) => (flags: CommonFlags) => Promise<void>

/**
 * Creates the program, which calls `end` with the exit code of the command that ran. Help lists the commands in the
 * order of the calls below.
 */
async function createProgram(end: (code: number) => void): Promise<Command> {
  const program = new Command('walletkit')
    .description('One JSON file, one trimmed build, one modal.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => process.stdout.write(text), writeErr: (text) => process.stderr.write(text) })
  const done: Done = (run) => async (flags) => end(await run(flags))
  const adding: Adding = { program, command: commandOf(program), end, done }
  addBuild(adding)
  addFeatures(adding)
  registerPlugin(program, end)
  addInit(adding)
  addReports(adding)
  addConfig(adding)
  addOthers(adding)
  program.on('command:*', ([name = '']: string[]) => {
    throw new Failure(
      messages.unknownCommand(
        name,
        nearest(
          name,
          program.commands.map((each) => each.name()),
        ),
      ),
    )
  })
  return program.version(await readVersion())
}

const commandOf = (program: Command) => (name: string, about: string) =>
  program
    .command(name)
    .description(about)
    .option('-c, --config <file>', 'the config file (default: walletkit.config.json)')
    .option('--json', 'one line of JSON on stdout')

const writes = (some: Command) =>
  some.option('--dry-run', 'show the changes, write nothing').option('-y, --yes', 'ask nothing')

function addBuild({ command, done }: Adding): void {
  command('check', 'check the config and say what the build takes').action(
    done(async (flags) => (await import('./commands/check.ts')).check(flags)),
  )
  command('build', 'build the trimmed bundle and report its size and the hosts that it contacts')
    .option('--mode <mode>', 'the mode that vite builds in')
    .option('--sbom <file>', 'write what the build is made of, as CycloneDX 1.6')
    .action(done(async (flags) => (await import('./commands/build.ts')).build(flags)))
  command('emit', 'print the module that the build would import')
    .option('-o, --out <file>', 'write it to a file')
    .option('--dry-run', 'show what would be written, write nothing')
    .action(done(async (flags) => (await import('./commands/emit.ts')).emit(flags)))
  command('dev', 'serve the page, and the sandbox when the config names it')
    .option('--port <port>', "the page's port")
    .option('--host <host>', 'the address that the page is served at')
    .action(done(async (flags) => (await import('./commands/dev.ts')).dev(flags)))
  command('studio', 'edit the config in a browser, beside the live modal')
    .option('--port <port>', "the page's port (default: 4949)")
    .action(done(async (flags) => (await import('./commands/studio.ts')).studio(flags)))
}

function addFeatures({ command, end }: Adding): void {
  writes(command('add <feature>', 'turn a feature on, or add a plugin: a package, a .tgz or a ./folder'))
    .option('--no-install', 'do not run the package manager')
    .option('--option <name=value>', 'a value for an option of the plugin; may be repeated', listed)
    .action(async (feature: string, flags: GuestFlags) =>
      end(await (await import('./commands/feature.ts')).add(feature, flags)),
    )
  writes(command('remove <feature>', 'turn a feature off, or take a plugin out'))
    .option('--no-install', 'do not run the package manager')
    .action(async (feature: string, flags: WriteFlags) =>
      end(await (await import('./commands/feature.ts')).remove(feature, flags)),
    )
}

/** Collects the values of an option that may be repeated. */
const listed = (value: string, before: readonly string[] = []) => [...before, value]

function addInit({ program, done }: Adding): void {
  writes(program.command('init').description('put walletkit into the project of this folder'))
    .option('--json', 'one line of JSON on stdout')
    .option('--force', 'write over a config, and beside uncommitted changes')
    .option('--no-install', 'write the files only')
    .option('--source <folder>', 'take the packages from a folder of tarballs')
    .action(done(async (flags) => (await import('./commands/init.ts')).init(flags)))
}

function addReports({ command, done }: Adding): void {
  command('doctor', 'look for what most often goes wrong')
    .option('--online', 'ask the services whether they answer')
    .action(done(async (flags) => (await import('./commands/doctor.ts')).doctor(flags)))
  command('info', 'versions, features, networks and hosts, for a bug report').action(
    done(async (flags) => (await import('./commands/info.ts')).info(flags)),
  )
  command('size', 'build, and say what each feature weighs and what changed')
    .option('--mode <mode>', 'the mode that vite builds in')
    .option('--compare <file>', 'compare with this report instead of the last one')
    .option('--dry-run', 'do not keep the report')
    .action(done(async (flags) => (await import('./commands/size.ts')).size(flags)))
  command('csp', 'print the Content-Security-Policy that the build runs under')
    .addOption(new Option('--for <form>', 'for whom').choices(POLICY_FORMS).default('header'))
    .action(done(async (flags) => (await import('./commands/csp.ts')).csp(flags)))
}

function addConfig({ program, command, end, done }: Adding): void {
  writes(program.command('types').description('write the declarations of virtual:walletkit'))
    .option('--json', 'one line of JSON on stdout')
    .option('-o, --out <file>', 'the file (default: the one that has them, or src/walletkit.d.ts)')
    .option('--check', 'write nothing; end with 1 when the file is stale')
    .action(done(async (flags) => (await import('./commands/types.ts')).types(flags)))
  writes(command('upgrade', "bring an older config to today's form")).action(
    done(async (flags) => (await import('./commands/upgrade.ts')).upgrade(flags)),
  )
  writes(command('import', "read another library's set-up and write a config from it"))
    .addArgument(new Argument('<library>', 'whose set-up it is').choices(LIBRARY_NAMES))
    .argument('<path>', 'the file or the folder that holds it')
    .option('--force', 'write over a config')
    .option('--project-id <id>', 'the project id, where the source does not show it')
    .option('--write', 'change the code too, where that is sure')
    .option('--setup <file:line>', 'which set-up, where there are several')
    .action(async (library: string, path: string, flags: WriteFlags) =>
      end(await (await import('./commands/import.ts')).importSetup(library, path, flags)),
    )
}

function addOthers({ program, end }: Adding): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .option('--json', 'one line of JSON on stdout')
    .action(async (shell: (typeof SHELLS)[number], flags: CommonFlags) =>
      end(await (await import('./commands/completion.ts')).completion(program, shell, flags)),
    )
  program
    .command('sandbox')
    .description('run the local chains and services by themselves; takes the flags of walletkit-sandbox')
    .argument('[flags...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (flags: string[]) => end(await (await import('./commands/sandbox.ts')).sandbox(flags)))
}
