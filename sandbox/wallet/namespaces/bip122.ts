import type { BitcoinKey } from '../../../runtime/test/sign/bitcoinKeys.ts'
import { signBip322, signEcdsa } from '../../../runtime/test/sign/bitcoinMessage.ts'
import { finish, ownInputs, signPsbt, writePsbt } from '../../../runtime/test/sign/bitcoinPsbt.ts'
import { signTransfer, type Transfer } from '../../../runtime/test/sign/bitcoinTransfer.ts'
import { bytesToHex } from '../../../runtime/lib/vendor/testKeys.ts'
import { Fault, fieldsOf, invalid, namedAddress, textOf, unsupported } from '../namespace.ts'
import type { Asked, Described, Namespace } from '../namespace.ts'
import { bitcoinAccounts, chainOf } from './bitcoinAccounts.ts'
import { bitcoinNetwork } from './bitcoinNetwork.ts'
import { parsePsbt, parseTransfer, type PsbtTask } from './bitcoinRequest.ts'

/** A parsed request. */
type Task =
  | { does: 'addresses'; listed: BitcoinKey[] }
  | { does: 'message'; account: BitcoinKey; message: string; protocol: 'ecdsa' | 'bip322' }
  | ({ does: 'psbt' } & PsbtTask)
  | ({ does: 'transfer' } & Transfer)

/** The session's accounts: its payment addresses, then their ordinals addresses. */
function accountsOf({ chainId, exposed }: Asked): BitcoinKey[] {
  const seen = bitcoinAccounts(chainId).filter(([payment]) => exposed.includes(payment.address))
  return [...seen.map(([payment]) => payment), ...seen.map(([, ordinals]) => ordinals)]
}

/** The name that WalletConnect's methods for Bitcoin use for an address's purpose. */
const intentionOf = ({ purpose }: BitcoinKey) => (purpose === 'payment' ? 'payment' : 'ordinal')

function parse(asked: Asked): Task {
  const { method, params, chainId } = asked
  const fields = fieldsOf(params)
  const mine = accountsOf(asked)
  const find = (address: string): BitcoinKey => {
    const found = mine.find((each) => each.address === address)
    if (!found) throw new Fault(4100, `The session has no account ${address}`)
    return found
  }
  const named = (names: readonly string[]) =>
    find(
      namedAddress(
        fields,
        names,
        mine.map(({ address }) => address),
      ),
    )
  switch (method) {
    case 'getAccountAddresses': {
      named(['account'])
      const { intentions } = fields
      const wanted = Array.isArray(intentions) && intentions.length ? intentions : undefined
      return { does: 'addresses', listed: mine.filter((each) => wanted?.includes(intentionOf(each)) ?? true) }
    }
    case 'signMessage': {
      const { protocol = 'ecdsa' } = fields
      if (protocol !== 'ecdsa' && protocol !== 'bip322') throw invalid(`Unknown protocol ${String(protocol)}`)
      return { does: 'message', account: named(['address', 'account']), message: textOf(fields, 'message'), protocol }
    }
    case 'signPsbt':
      named(['account'])
      return { does: 'psbt', ...parsePsbt(fields, find) }
    case 'sendTransfer':
      return { does: 'transfer', ...parseTransfer(fields, named(['account']), chainId) }
    default:
      throw unsupported(method)
  }
}

const titles = {
  addresses: 'Show addresses',
  message: 'Sign a message',
  psbt: 'Sign a transaction',
  transfer: 'Send bitcoin',
}

function fieldsFor(task: Task): Described['fields'] {
  switch (task.does) {
    case 'addresses':
      return [{ label: 'Accounts', value: task.listed.map(({ address }) => address).join('\n') }]
    case 'message': {
      const account = { label: 'Account', value: task.account.address }
      return [account, { label: 'Message', value: task.message }, { label: 'Protocol', value: task.protocol }]
    }
    case 'psbt': {
      const { transaction, inputs, broadcast } = task
      const signed = inputs.map(({ index, key }) => `${index}: ${key.address}`).join('\n')
      const paid = Array.from({ length: transaction.outputsLength }, (_, index) => {
        return `${transaction.getOutput(index).amount ?? 0n} sat to ${bytesToHex(transaction.getOutput(index).script ?? new Uint8Array())}`
      })
      return [
        { label: 'Inputs to sign', value: signed || 'all of this wallet' },
        { label: 'Outputs, by script', value: paid.join('\n') },
        { label: 'Sends it', value: broadcast ? 'yes' : 'no' },
      ]
    }
    case 'transfer':
      return [
        { label: 'Account', value: task.from.address },
        { label: 'To', value: task.to },
        { label: 'Amount', value: `${task.amount} sat` },
      ]
  }
}

/**
 * Segwit accounts, each with a Taproot address. Signed messages are returned in hex, PSBTs in base64.
 * @param url the base URL of the sandbox's Bitcoin chain; without it the wallet cannot send
 */
export const createBip122 = (url?: string): Namespace => ({
  id: 'bip122',
  methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
  events: ['bip122_addressesChanged', 'chainChanged', 'accountsChanged'],
  serves: (chainId) => /^bip122:[0-9a-f]{32}$/.test(chainId),
  addresses: (chainId) => bitcoinAccounts(chainId).map(([payment]) => payment.address),
  describe(asked) {
    const task = parse(asked)
    if (task.does === 'transfer' || (task.does === 'psbt' && task.broadcast)) bitcoinNetwork(url, asked.chainId)
    return { title: titles[task.does], fields: fieldsFor(task) }
  },
  async sign(asked) {
    const task = parse(asked)
    switch (task.does) {
      case 'addresses':
        return task.listed.map((each) => {
          return { address: each.address, publicKey: bytesToHex(each.publicKey), intention: intentionOf(each) }
        })
      case 'message': {
        const { account, message, protocol } = task
        const { signature, messageHash } = (protocol === 'bip322' ? signBip322 : signEcdsa)(account, message)
        return { address: account.address, signature: bytesToHex(signature), messageHash: bytesToHex(messageHash) }
      }
      case 'psbt': {
        const { transaction, inputs, broadcast } = task
        const network = broadcast ? bitcoinNetwork(url, asked.chainId) : undefined
        signPsbt(transaction, inputs.length ? inputs : ownInputs(transaction, accountsOf(asked)))
        if (!network) return { psbt: writePsbt(transaction) }
        finish(transaction)
        return { psbt: writePsbt(transaction), txid: await network.send(transaction.hex) }
      }
      case 'transfer': {
        const network = bitcoinNetwork(url, asked.chainId)
        const coins = await network.coins(task.from.address)
        const signed = signTransfer(task, coins, await network.feeRate(), chainOf(asked.chainId))
        if (!signed) throw new Fault(-32000, 'The account has not enough bitcoin for this transfer')
        return { txid: await network.send(signed.hex) }
      }
    }
  },
})
