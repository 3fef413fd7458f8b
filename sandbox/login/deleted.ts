/**
 * Deleted accounts, which a link, usually mailed, can restore for up to three days. They are encrypted: the service
 * cannot open them itself.
 */
import { either, list, object } from '../../runtime/auth/shape.ts'
import { type Change, changeShape, type Deleted, type User, userShape } from './database.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import { createVault } from './vault.ts'

/** The vault encrypts for an owner, usually a user's id. For deleted accounts the owner is this text, no user's id. */
const DELETED = 'deleted'

const sealed = either(object({ user: userShape, changes: list(changeShape) }), userShape)

/** Makes a secret for a change of address. `key` is that secret, encrypted with the mailed link's token. */
export async function createKey(token: string): Promise<Required<Pick<Change, 'secret' | 'key'>>> {
  const secret = randomToken()
  return { secret, key: await createVault(token).seal(DELETED, Buffer.from(secret)) }
}

/**
 * Encrypts a deleted user: once for the deletion's link, and once for the link of each change of address that can still
 * be undone. So somebody who took over an account by changing its address cannot disable the undo link by deleting the
 * account. The service stores the changes' secrets only while the account exists, when it can read the account anyway.
 * @param changes those of the user
 * @returns the rows for the database, which the service cannot decrypt without a link
 */
export async function sealAccount(user: User, changes: readonly Change[], token: string, until: number) {
  const account = randomId()
  const plain = Buffer.from(JSON.stringify({ user, changes }))
  const rows: Deleted[] = [{ token: hashOf(token), box: await createVault(token).seal(DELETED, plain), until, account }]
  for (const { secret, key, ...change } of changes) {
    if (secret === undefined || key === undefined) continue
    const box = await createVault(secret).seal(DELETED, plain)
    rows.push({ token: change.token, box, until: change.until, account, key })
  }
  return rows
}

/** Decrypts a deleted account with a mailed link's token. @throws Error when the token is not this row's */
export async function openAccount({ box, key }: Deleted, token: string): Promise<{ user: User; changes: Change[] }> {
  const secret = key ? Buffer.from(await createVault(token).open(DELETED, key)).toString() : token
  const plain = Buffer.from(await createVault(secret).open(DELETED, box)).toString()
  const found = sealed.parse(JSON.parse(plain))
  // Accounts that an earlier version deleted have no changes.
  return 'user' in found ? found : { user: found, changes: [] }
}
