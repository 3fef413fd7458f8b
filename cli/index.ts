#!/usr/bin/env node
/** The `walletkit` bin. Each command is imported when it is called. */
import { Command, CommanderError } from 'commander'
import { nearest } from '../schema/nearest.ts'
import { Failure, reasonOf } from './failure.ts'
import { messages } from './messages.ts'
import { readVersion } from './package.ts'
import type { CommonFlags } from './commands/check.ts'

const program = new Command('walletkit')
  .description('One JSON file, one trimmed build, one modal.')
  .exitOverride()
  .configureOutput({ writeOut: (text) => process.stdout.write(text), writeErr: (text) => process.stderr.write(text) })

function command(name: string, about: string) {
  return program
    .command(name)
    .description(about)
    .option('-c, --config <file>', 'the config file (default: walletkit.config.json)')
    .option('--json', 'one line of JSON on stdout')
}

const done = (run: (flags: CommonFlags) => Promise<number>) => async (flags: CommonFlags) => {
  process.exitCode = await run(flags)
}

command('check', 'check the config and say what the build takes').action(
  done(async (flags) => (await import('./commands/check.ts')).check(flags)),
)
command('build', 'build the trimmed bundle and report what it weighs and whom it contacts')
  .option('--mode <mode>', 'the mode that vite builds in')
  .action(done(async (flags) => (await import('./commands/build.ts')).build(flags)))
command('emit', 'print the module that the build would import')
  .option('-o, --out <file>', 'write it to a file')
  .action(done(async (flags) => (await import('./commands/emit.ts')).emit(flags)))
command('dev', 'serve the page, and the sandbox when the config names it')
  .option('--port <port>', "the page's port")
  .option('--host <host>', 'the address that the page is served at')
  .action(done(async (flags) => (await import('./commands/dev.ts')).dev(flags)))
command('add <feature>', 'turn a feature on').action(async (feature: string, flags: CommonFlags) => {
  process.exitCode = await (await import('./commands/feature.ts')).add(feature, flags)
})
command('remove <feature>', 'turn a feature off').action(async (feature: string, flags: CommonFlags) => {
  process.exitCode = await (await import('./commands/feature.ts')).remove(feature, flags)
})
program
  .command('sandbox')
  .description('run the local chains and services by themselves; takes the flags of walletkit-sandbox')
  .argument('[flags...]')
  .allowUnknownOption()
  .helpOption(false)
  .action(async (flags: string[]) => {
    process.exitCode = await (await import('./commands/sandbox.ts')).sandbox(flags)
  })

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

try {
  program.version(await readVersion())
  await program.parseAsync()
} catch (error) {
  // Commander has said what is wrong, or has printed the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else {
    const told = error instanceof Failure || !process.env.DEBUG
    process.stderr.write(`${told ? reasonOf(error) : (error as Error).stack}\n`)
    if (process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify({ ok: false, error: reasonOf(error) })}\n`)
    process.exitCode = 1
  }
}
