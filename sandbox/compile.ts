import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The contracts that the sandbox deploys, one `.sol` file each. */
export const contractNames = [
  'StandardToken',
  'UsdtLikeToken',
  'SpamToken',
  'SessionAccount',
  'SessionAccountFactory',
  'PasskeyAccount',
  'PasskeyAccountFactory',
  'SitePaymaster',
  'TokenPaymaster',
  'Collection',
  'WrappedEther',
  'ExchangePool',
  'ExchangeRouter',
] as const

/** All `.sol` files: the contracts, and the two files that they import. */
const sourceNames = [...contractNames, 'UserOperation', 'ExchangePayment'] as const

type ContractName = (typeof contractNames)[number]
type Found = { contents: string } | { error: string }
type Solc = { compile(input: string, options: { import: (path: string) => Found }): string }
type Contract = { abi: unknown[]; evm: { bytecode: { object: string } } }
type Output = {
  errors?: { severity: string; formattedMessage: string; sourceLocation?: { file: string } }[]
  contracts?: Record<string, Record<string, Contract>>
}

const at = (path: string) => new URL(`./contracts/${path}`, import.meta.url)

/** The artifact's file: a TypeScript module, so that the ABI keeps its literal types. */
export const artifactFile = (name: ContractName) => at(`artifacts/${name}.ts`)

const require = createRequire(import.meta.url)

/** A comment of this form (`/*!`) is kept by bundlers, so that the published code names the license. */
const notice = '/*! Has code of @openzeppelin/contracts, which is under the MIT license. */'

/** Gives solc the text of a file that a contract imports from an npm package. */
function readImport(path: string): Found {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

/**
 * Compiles every contract and returns the text of its artifact module. The result depends only on the sources: it
 * contains no metadata hash, and the target is `paris`, the newest one that every chain runs (no PUSH0).
 * @throws Error with the compiler's message for an error, or for a warning in our own sources
 */
export function compileContracts(): Record<ContractName, string> {
  const solc = require('solc') as Solc
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      sourceNames.map((name) => [`${name}.sol`, { content: readFileSync(at(`${name}.sol`), 'utf8') }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as Output
  // Ignore warnings in packages' sources, whose paths begin with `@`.
  const wrong = output.errors?.filter(
    ({ severity, sourceLocation }) => severity === 'error' || !sourceLocation?.file.startsWith('@'),
  )
  if (wrong?.length) throw new Error(wrong.map((error) => error.formattedMessage).join('\n'))
  const text = (name: ContractName) => {
    const contract = output.contracts?.[`${name}.sol`]?.[name]
    if (!contract) throw new Error(`solc gave no contract ${name}`)
    return [
      `// Written by sandbox/compile.ts from contracts/${name}.sol; do not edit.`,
      ...(/^((Session|Passkey)Account|(Site|Token)Paymaster)/.test(name) ? [notice] : []),
      `export const abi = ${JSON.stringify(contract.abi, null, 2)} as const`,
      '',
      `export const bytecode =\n  '0x${contract.evm.bytecode.object}'`,
      '',
    ].join('\n')
  }
  return Object.fromEntries(contractNames.map((name) => [name, text(name)])) as Record<ContractName, string>
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const texts = compileContracts()
  for (const name of contractNames) writeFileSync(artifactFile(name), texts[name])
}
