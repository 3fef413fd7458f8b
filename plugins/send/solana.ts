/** Reads a Solana token transfer from its bytes, to check the transaction that the runtime built. */

/** `token` is the mint, `amount` is in base units, `decimals` is from the transfer instructions. */
export type TokenTransfer = { token: string; amount: bigint; decimals: number }

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/**
 * The bytes of `TransferChecked` in both token programs: instruction number (u8), amount (u64, little-endian), decimals
 * (u8).
 */
const [TRANSFER_CHECKED, TRANSFER_BYTES] = [12, 10]
/** The token program, and Token-2022. */
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
/** The program that creates associated token accounts. Creating one moves no tokens: a transfer may begin with it. */
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** The sum of the transfers in a legacy transaction (base64), all of one mint; `undefined` for anything else. */
export function readTokenTransfer(transaction: string): TokenTransfer | undefined {
  try {
    return sum(decode(Uint8Array.from(atob(transaction), (each) => each.charCodeAt(0))))
  } catch {
    return undefined
  }
}

type Instruction = { program: string; accounts: string[]; data: Uint8Array }

function sum(instructions: readonly Instruction[]): TokenTransfer | undefined {
  const transfers = instructions.filter(({ program }) => program !== ASSOCIATED_TOKEN)
  let total: TokenTransfer | undefined
  for (const { program, accounts, data } of transfers) {
    const token = accounts[1]
    if (!TOKEN_PROGRAMS.includes(program)) return undefined
    if (data.length !== TRANSFER_BYTES || data[0] !== TRANSFER_CHECKED || token === undefined) return undefined
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(1, true)
    const decimals = data[9] ?? 0
    if (total && (total.token !== token || total.decimals !== decimals)) return undefined
    total = { token, decimals, amount: (total?.amount ?? 0n) + amount }
  }
  return total
}

/** Decodes signatures, then the message: header, accounts, blockhash, instructions. Throws if it cannot be decoded. */
function decode(bytes: Uint8Array): Instruction[] {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('Cut short')
    return bytes.slice(at, (at += length))
  }
  const byte = () => take(1)[0] ?? 0
  /** A length as Solana's compact-u16: seven bits per byte. */
  const count = (): number => {
    const low = byte()
    return low < 128 ? low : (low & 127) + 128 * count()
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: count() }, read)
  list(() => take(64))
  // Every format but the legacy one sets the first bit.
  if (byte() >= 128) throw new Error('No legacy message')
  take(2)
  const keys = list(() => base58(take(32)))
  take(32)
  const key = (index: number) => keys[index] ?? ''
  return list(() => ({ program: key(byte()), accounts: list(() => key(byte())), data: take(count()) }))
}

function base58(bytes: Uint8Array): string {
  let value = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) text = (ALPHABET[Number(value % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte > 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
