import { parseArgs } from 'node:util'

/** The text that `--help` prints. */
export const help = `Usage: walletkit-server [command] [options]

Hosts walletkit's services on one port: the login, the relay, the wallet list and the blockchain API.

  start             runs the server (the default)
  doctor            checks the config, the database, Redis, the mail server, the networks and services
  rotate            encrypts every account's data key again, with the HSM, the vault or the first master key
  backup <file>     copies all accounts into a new file; the server may run
  restore <file>    puts a backup into a database that is empty; everybody logs in again
  factory           prints the data of the transaction that deploys the contract of smart accounts
  verify [<file>]   proves that a database and the master keys open every account's keys

  --config <path>   the config (default walletkit-server.json, if there is one)
  --help            print this
`

const COMMANDS = ['start', 'doctor', 'rotate', 'backup', 'restore', 'verify', 'factory', 'help'] as const
export type Flags = { command: (typeof COMMANDS)[number]; file: string | undefined; config: string | undefined }

/**
 * Parses the words and options of the command line.
 * @throws Error for an unknown option or command, a missing file, or words that the command does not take
 */
export function parseFlags(args: string[]): Flags {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { config: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  const [named = 'start', file, ...rest] = positionals
  const command = COMMANDS.find((each) => each === named)
  if (!command) throw new Error(`There is no command "${named}". Use one of ${COMMANDS.join(', ')}.`)
  const takesFile = command === 'backup' || command === 'restore' || command === 'verify'
  if (rest.length || (file !== undefined && !takesFile)) throw new Error(`${command} takes no more words`)
  if (command === 'backup' && file === undefined) throw new Error('backup needs the path of the new file')
  if (command === 'restore' && file === undefined) throw new Error('restore needs the path of a backup')
  return { command: values.help ? 'help' : command, file, config: values.config }
}
