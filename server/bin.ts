#!/usr/bin/env node
import { resolve } from 'node:path'
import { ConfigError, type Config } from './config/config.ts'
import { loadConfig } from './config/load.ts'
import { type Flags, help, parseFlags } from './flags.ts'

const print = (text: string) => void process.stdout.write(`${text}\n`)

async function start(config: Config): Promise<number> {
  const [{ createLog }, { startServer }] = await Promise.all([import('./http/log.ts'), import('./http/serve.ts')])
  const log = createLog(config.log)
  const ended = new Promise<string>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done(signal))
  })
  const running = await startServer(config, log)
  const { url, port } = running
  log.info({ url, port, mode: config.mode }, 'ready')
  if (config.masterKeys.some(({ id }) => id === 'test'))
    log.warn('the master key is the test key, which is public: nothing of worth may be in this database')
  log.info({ signal: await ended }, 'stopping')
  await running.stop()
  log.info('stopped')
  return 0
}

async function rotate(config: Config): Promise<number> {
  const [{ rotate: run }, { openWrapper }, { openThere }, { sqlStore }] = await Promise.all([
    import('./verbs/rotate.ts'),
    import('./keys/open.ts'),
    import('./store/database.ts'),
    import('./store/sqlStore.ts'),
  ])
  const store = sqlStore(await openThere(config.database))
  const wrapper = openWrapper(config)
  try {
    const { accounts, changed } = await run(store, wrapper)
    print(`${accounts} accounts, of which ${changed} were put under the master key "${wrapper.current}".`)
  } finally {
    await store.close()
  }
  print('Keep the other master keys for three more days: a deleted account may still come back with its old envelope.')
  return 0
}

async function backup({ database }: Config, to: string): Promise<number> {
  const { backup: run } = await import('./verbs/backup.ts')
  const file = resolve(to)
  await run(database, file)
  print(`${file} is a sound copy. Prove that its keys open with: walletkit-server verify ${file}`)
  return 0
}

async function restore({ database }: Config, from: string): Promise<number> {
  const [{ restore: run }, { nameOf }] = await Promise.all([import('./verbs/backup.ts'), import('./store/database.ts')])
  const accounts = await run(resolve(from), database)
  print(`${accounts} accounts are in ${nameOf(database)}. Prove that their keys open with: walletkit-server verify`)
  print('Nobody is logged in, and no browser is known: what was ended after the backup stays ended.')
  print(
    'What was changed after the backup is not there. Links that undo a change before it work until their three days end.',
  )
  return 0
}

async function verify(config: Config, given: string | undefined): Promise<number> {
  const [{ verify: run }, { openWrapper }, { withCopy }, { sqlStore }] = await Promise.all([
    import('./verbs/verify.ts'),
    import('./keys/open.ts'),
    import('./verbs/backup.ts'),
    import('./store/sqlStore.ts'),
  ])
  const { accounts, locked, lost } = await withCopy(given === undefined ? config.database : resolve(given), (db) =>
    run(sqlStore(db), openWrapper(config)),
  )
  print(`${accounts} accounts, of which ${accounts - lost.length} open with these master keys.`)
  if (locked)
    print(`${locked} of them are locked by their owners: what is in them opens only with a passkey or a recovery code.`)
  for (const id of lost) print(`Lost: ${id}`)
  return lost.length ? 1 : 0
}

async function doctor(config: Config): Promise<number> {
  const { doctor: look } = await import('./verbs/doctor.ts')
  const findings = await look(config)
  for (const { name, isFine, text } of findings) print(`${isFine ? 'ok  ' : 'FAIL'}  ${name}: ${text}`)
  return findings.every(({ isFine }) => isFine) ? 0 : 1
}

async function run({ command, file, config: path }: Flags): Promise<number> {
  if (command === 'help') {
    process.stdout.write(help)
    return 0
  }
  if (command === 'factory') {
    print((await import('./verbs/factory.ts')).factory())
    return 0
  }
  const config = loadConfig(path, process.env)
  switch (command) {
    case 'start':
      return start(config)
    case 'doctor':
      return doctor(config)
    case 'rotate':
      return rotate(config)
    case 'backup':
      return backup(config, file ?? '')
    case 'restore':
      return restore(config, file ?? '')
    case 'verify':
      return verify(config, file)
  }
}

try {
  process.exitCode = await run(parseFlags(process.argv.slice(2)))
} catch (error) {
  const lines = error instanceof ConfigError ? error.issues : undefined
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(lines ? `walletkit-server: the config is wrong\n${text}\n` : `walletkit-server: ${text}\n`)
  process.exitCode = 1
}
