/** The passkey account's contract: its address, the data of its calls, and what a passkey signs for it. */
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getCreate2Address,
  hashTypedData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import { clientDataHead, type Assertion } from './parse.ts'
import type { Passkey } from './stored.ts'

/**
 * PasskeyAccountFactory, at the address that the well-known CREATE2 deployer (0x4e59b448…956C) gives it, with salt 0,
 * on the chains that have this deployer. A test compares this address and IMPLEMENTATION with the contracts.
 */
export const FACTORY: Hex = '0x6b3902CF03AEA35D6be5a43Ef9B0b16fAc08527f'
/** PasskeyAccount, which the factory's constructor deploys. Each account is a minimal proxy of it (ERC-1167). */
export const IMPLEMENTATION: Hex = '0x2a53E597ab4B1321Df12A32A486B3F326b158B83'

const ABI = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function addPasskey(bytes32 x, bytes32 y, bytes32 rpIdHash)',
  'function setRecovery(address wallet)',
  'function isOwner(bytes32 owner) view returns (bool)',
  'function recovery() view returns (address)',
  'function createAccount(bytes32 x, bytes32 y, bytes32 rpIdHash) returns (address)',
])
const [ADD_PASSKEY, SET_RECOVERY] = [
  'function addPasskey(bytes32,bytes32,bytes32)',
  'function setRecovery(address)',
].map(toFunctionSelector) as [Hex, Hex]

export type Key = Pick<Passkey, 'x' | 'y' | 'rpIdHash'>
/** A call that an account makes; `value` is in wei. */
export type Call = { to: Hex; value: bigint; data: Hex }

const WORD = { type: 'bytes32' } as const

/** The id under which an account's contract stores a passkey as one of its owners. */
export const ownerOf = ({ x, y, rpIdHash }: Key): Hex =>
  keccak256(encodeAbiParameters([WORD, WORD, WORD], [x, y, rpIdHash]))

/** The address of the account that this passkey is the first owner of, whether or not it exists yet. */
export const accountOf = (key: Key): Hex =>
  getCreate2Address({
    from: FACTORY,
    salt: ownerOf(key),
    bytecode: concat([
      '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
      IMPLEMENTATION,
      '0x5af43d82803e903d91602b57fd5bf3',
    ]),
  })

/** The data of the factory's call that creates the account whose first owner is this passkey. */
export const creationOf = ({ x, y, rpIdHash }: Key): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'createAccount', args: [x, y, rpIdHash] })

export const encodeCalls = (calls: readonly Call[]): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'executeBatch',
    args: [calls.map(({ to, value, data }) => ({ target: to, value, data }))],
  })

export const addPasskeyData = ({ x, y, rpIdHash }: Key): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'addPasskey', args: [x, y, rpIdHash] })
export const setRecoveryData = (wallet: Hex): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'setRecovery', args: [wallet] })

/** What an account's call of its own contract changes: who may sign for it, or which wallet may add a passkey. */
export type OwnChange = { kind: 'addPasskey' } | { kind: 'setRecovery'; wallet: Hex }

/** Reads a call that was made by {@link addPasskeyData} or {@link setRecoveryData}; `undefined` for any other call. */
export function readOwnChange(account: Hex, { to, value, data }: Call): OwnChange | undefined {
  if (to !== account || value !== 0n) return undefined
  if (data.startsWith(ADD_PASSKEY)) return { kind: 'addPasskey' }
  const wallet = new RegExp(`^${SET_RECOVERY}0{24}([0-9a-f]{40})$`).exec(data)?.[1]
  return wallet === undefined ? undefined : { kind: 'setRecovery', wallet: getAddress(`0x${wallet}`) }
}

export const isOwnerData = (key: Key): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'isOwner', args: [ownerOf(key)] })
export const recoveryData = (): Hex => encodeFunctionData({ abi: ABI, functionName: 'recovery' })

/** The signature as the account's contract takes it: without the head of the client data, which the contract writes. */
export function encodeAssertion({ x, y }: Key, assertion: Assertion, challenge: Hex): Hex {
  const { authenticatorData, clientData, r, s } = assertion
  // Keep the challenge's closing quote in the tail: with it the contract checks that the challenge ends there.
  const tail = clientData.slice(clientDataHead(challenge).length - 1)
  const words = [r, s].map((value) => numberToHex(value, { size: 32 })) as [Hex, Hex]
  const components = [WORD, WORD, { type: 'bytes' }, { type: 'bytes' }, WORD, WORD] as const
  const named = components.map((part, at) => ({ ...part, name: `f${at}` }))
  const fields = { f0: x, f1: y, f2: authenticatorData, f3: stringToHex(tail), f4: words[0], f5: words[1] }
  return encodeAbiParameters([{ type: 'tuple', components: named }], [fields])
}

/** An invalid signature with the right size and owner: a bundler needs one to estimate an operation's gas. */
export const placeholder = (key: Key, challenge: Hex, origin: string): Hex =>
  encodeAssertion(
    key,
    {
      authenticatorData: `${key.rpIdHash}1d00000000`,
      clientData: `${clientDataHead(challenge)},"origin":"${origin}","crossOrigin":false}`,
      r: 1n << 254n,
      s: 1n << 253n,
    },
    challenge,
  )

/** What a passkey signs for a message with this hash (PasskeyAccount.messageHash, EIP-712). */
export const messageChallenge = (account: Hex, chainId: number, hash: Hex): Hex =>
  hashTypedData({
    domain: { name: 'PasskeyAccount', version: '1', chainId, verifyingContract: account },
    types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'AccountMessage',
    message: { hash },
  })

/** ERC-6492: the signature of an account that does not exist yet, with the call that creates it. */
export const withCreation = (key: Key, signature: Hex): Hex =>
  concat([
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      [FACTORY, creationOf(key), signature],
    ),
    `0x${'6492'.repeat(16)}`,
  ])
