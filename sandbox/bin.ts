#!/usr/bin/env node
import { help, parseFlags, type Flags } from './flags.ts'
import type { Mail, Sandbox } from './index.ts'

function describe(sandbox: Sandbox, wanted: number): string {
  const { chains, solana, bitcoin, polkadot, accounts, accountsNote, tokens, url, services } = sandbox.status()
  const here = (chainId: number) => tokens.filter((token) => token.chainId === chainId)
  return [
    ...(wanted !== 0 && wanted !== sandbox.port ? [`Port ${wanted} is taken; using ${sandbox.port}.`] : []),
    `Sandbox ready at ${url}  (status: ${url}/status)`,
    '',
    ...chains.map((chain) => `  ${chain.name}  ${chain.caipNetworkId}  ${chain.rpcUrl}`),
    `  ${solana.name}  ${solana.caipNetworkId}  ${solana.rpcUrl}`,
    `  ${bitcoin.name}  ${bitcoin.caipNetworkId}  ${bitcoin.url}`,
    '',
    '  Tokens, at the same address on each EVM chain',
    ...here(chains[0]?.id ?? 0).map((token) => `  ${token.address}  ${token.symbol} (${token.kind})`),
    '',
    `  Accounts, 10,000 ETH each. ${accountsNote}`,
    ...accounts.map((account) => `  ${account.address}  ${account.privateKey}`),
    '',
    `  Solana, 1,000 SOL and 10,000 ${solana.mint.symbol} each`,
    ...solana.accounts.map((account) => `  ${account.address}  ${account.secretKey}`),
    '',
    '  Bitcoin, 10 BTC each',
    ...bitcoin.accounts.map((account) => `  ${account.address}  ${account.seed}`),
    '',
    '  Polkadot, which has no chain here: for signing only',
    ...polkadot.accounts.map((account) => `  ${account.address}  ${account.seed}`),
    '',
    `  Explorer: ${url}/explorer  Faucet: ${url}/faucet`,
    `  Wallet page: ${url}/wallet  (pairs over the relay at ${services.relay})`,
    `  Login service: ${services.secureSite}  (its mails: ${url}/mail, and here)`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function run(flags: Flags): Promise<void> {
  if (flags.output === 'help') return void process.stdout.write(help)
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  const { parent } = flags
  const watch = parent === undefined ? undefined : setInterval(() => isAlive(parent) || end(), 500)

  const onMail = ({ to, subject, code, link }: Mail) =>
    void process.stdout.write(`Mail to ${to}: ${subject}: ${code ?? link ?? ''}\n`)
  // Import the chains only here: the import is slow, and help and errors in flags do not need it.
  const { startSandbox } = await import('./index.ts')
  const sandbox = await startSandbox({ ...flags.options, ...(flags.output === 'text' && { onMail }) })
  if (flags.output === 'json') process.stdout.write(`${JSON.stringify(sandbox.status())}\n`)
  if (flags.output === 'text') process.stdout.write(describe(sandbox, flags.options.port ?? 4747))
  await ended
  clearInterval(watch)
  await sandbox.stop()
}

try {
  await run(parseFlags(process.argv.slice(2), process.env))
  process.exit(0)
} catch (error) {
  process.stderr.write(`walletkit-sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
