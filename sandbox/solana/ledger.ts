/** A Solana chain in this process: the network's own runtime (litesvm), with blockhashes, history and events added. */
import { base58 } from '@scure/base'
import type * as Litesvm from 'litesvm/dist/internal.js'
import { createClock } from './clock.ts'
import { createEntries } from './entries.ts'
import { errorOf, landed, type TransactionError } from './errors.ts'
import { addressBytes, bytesOfKnown, computeBudgetProgram } from './keys.ts'
import { loadLibrary } from './library.ts'
import { feeOf, type Message, type Wire } from './message.ts'

/** A transaction's outcome. `error` is null when it succeeded; `units` are the compute units that it used. */
export type Outcome = {
  error: TransactionError | null
  logs: string[]
  units: number
  returnData: { programId: string; data: Uint8Array } | null
  inner: { index: number; instructions: { program: number; accounts: number[]; data: Uint8Array; height: number }[] }[]
}
/** An account's state before and after a transaction; null when it does not exist. */
export type Change = { address: string; before: StoredAccount | null; after: StoredAccount | null }
/** A transaction in the chain; `time` is in seconds since 1970. `changes` lists its accounts in the message's order. */
export type Entry = {
  signature: string
  slot: number
  time: number
  wire: Wire
  fee: number
  changes: Change[]
} & Outcome
export type StoredAccount = {
  lamports: bigint
  data: Uint8Array
  owner: string
  executable: boolean
  rentEpoch: bigint
}

export const slotsInEpoch = 432_000

const kept = 5000

const storedOf = (account: Litesvm.Account): StoredAccount => ({
  lamports: account.lamports(),
  data: account.data(),
  owner: base58.encode(account.owner()),
  executable: account.executable(),
  rentEpoch: account.rentEpoch(),
})

function outcomeOf(meta: Litesvm.TransactionMetadata, error: TransactionError | null): Outcome {
  const returned = meta.returnData()
  const inner = meta.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map((each) => {
      const instruction = each.instruction()
      return {
        program: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: instruction.data(),
        height: each.stackHeight(),
      }
    }),
  }))
  const data = returned.data()
  return {
    error,
    logs: meta.logs(),
    units: Number(meta.computeUnitsConsumed()),
    returnData: data.length ? { programId: base58.encode(returned.programId()), data } : null,
    inner: inner.filter(({ instructions }) => instructions.length),
  }
}

/** Creates the clock, which sets the VM's slot and makes the VM create a blockhash for each slot that has passed. */
const clockOf = (vm: Litesvm.LiteSvm) =>
  createClock(Number(vm.getClock().slot), {
    roll() {
      vm.expireBlockhash()
      return vm.latestBlockhash()
    },
    set(slot) {
      const next = vm.getClock()
      next.slot = BigInt(slot)
      next.epoch = BigInt(Math.floor(slot / slotsInEpoch))
      next.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
      vm.setClock(next)
    },
  })

/**
 * The addresses that a message takes from lookup tables. Instructions number them after the message's own, writable
 * ones first.
 */
function lookUp(
  { lookups }: Message,
  account: (address: string) => StoredAccount | null,
): { writable: string[]; readonly: string[] } {
  const tableHeader = 56
  const at = (table: string, index: number) => {
    const start = tableHeader + 32 * index
    return base58.encode(account(table)?.data.subarray(start, start + 32) ?? new Uint8Array())
  }
  return {
    writable: lookups.flatMap(({ table, writable }) => writable.map((index) => at(table, index))),
    readonly: lookups.flatMap(({ table, readonly }) => readonly.map((index) => at(table, index))),
  }
}

/** An empty chain. @throws Error when litesvm has no build for this machine */
export function createLedger() {
  const library = loadLibrary()
  const vm = new library.LiteSvm()
  // litesvm would accept only its newest blockhash. The network accepts the last 150, so `clock.isValid` checks
  // instead.
  vm.setBlockhashCheck(false)
  vm.setTransactionHistory(BigInt(kept))

  const clock = clockOf(vm)
  const entries = createEntries(kept)

  const failed = (result: object): result is Litesvm.FailedTransactionMetadata =>
    result instanceof library.FailedTransactionMetadata

  const account = (address: string): StoredAccount | null => {
    const bytes = addressBytes(address)
    const found = bytes && vm.getAccount(bytes)
    // On Solana an account without lamports does not exist, although litesvm may still return it.
    return found?.lamports() ? storedOf(found) : null
  }
  const loadedOf = (message: Message) => lookUp(message, account)
  const run = (wire: Wire) => {
    clock.now()
    const [how, bytes] = [wire.message.version, wire.bytes]
    return how === 'legacy' ? vm.sendLegacyTransaction(bytes) : vm.sendVersionedTransaction(bytes)
  }

  return {
    clock,
    account,
    loadedOf,
    rentFor: (size: number) => Number(vm.minimumBalanceForRentExemption(BigInt(size))),
    /** The accounts that a program owns. */
    ownedBy: (program: string) =>
      vm
        .getProgramAccounts(bytesOfKnown(program))
        .map((each) => ({ address: base58.encode(each.address), account: storedOf(each.account()) }))
        .filter((each) => each.account.lamports),
    /** Writes an account directly, without a transaction and without any check. */
    put(address: string, { lamports, data, owner }: Pick<StoredAccount, 'lamports' | 'data' | 'owner'>) {
      vm.setAccount(bytesOfKnown(address), new library.Account(lamports, data, bytesOfKnown(owner), false, 0n))
    },
    /**
     * Runs a transaction without applying its effects. `verify`: whether to check signatures. `after`: the accounts
     * that litesvm returns, as they would be afterwards; empty when the transaction fails.
     */
    simulate(wire: Wire, verify: boolean): Outcome & { after: Map<string, StoredAccount> } {
      clock.now()
      vm.setSigverify(verify)
      try {
        const legacy = wire.message.version === 'legacy'
        const result = legacy ? vm.simulateLegacyTransaction(wire.bytes) : vm.simulateVersionedTransaction(wire.bytes)
        if (failed(result)) return { ...outcomeOf(result.meta(), errorOf(result)), after: new Map() }
        const after = result
          .postAccounts()
          .map((each) => [base58.encode(each.address), storedOf(each.account())] as const)
        return { ...outcomeOf(result.meta(), null), after: new Map(after) }
      } finally {
        vm.setSigverify(true)
      }
    },
    /**
     * Runs a transaction and adds it to the chain, unless it fails with an error that keeps it out (see {@link
     * landed}).
     */
    send(wire: Wire): Outcome {
      const loaded = loadedOf(wire.message)
      const addresses = [...wire.message.keys, ...loaded.writable, ...loaded.readonly]
      const before = addresses.map(account)
      const result = run(wire)
      const error = failed(result) ? errorOf(result) : null
      const outcome = outcomeOf(failed(result) ? result.meta() : result, error)
      if (error !== null && !landed(error)) return outcome
      const changes = addresses.map((address, index) => {
        return { address, before: before[index] ?? null, after: account(address) }
      })
      const signature = base58.encode(wire.signatures[0] ?? new Uint8Array())
      const time = Math.floor(Date.now() / 1000)
      const fee = feeOf(wire.message, computeBudgetProgram)
      entries.add({ signature, slot: clock.now(), time, wire, fee, changes, ...outcome })
      return outcome
    },
    find: entries.find,
    touching: entries.touching,
    newest: entries.newest,
    count: entries.count,
    watch: entries.watch,
  }
}

export type Ledger = ReturnType<typeof createLedger>
