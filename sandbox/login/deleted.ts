/** Deleted accounts, for three days, sealed so that only the links of letters open them. */
import { either, list, object } from '../../runtime/auth/shape.ts'
import { type Change, changeShape, type Deleted, type User, userShape } from './database.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import { createVault } from './vault.ts'

/** Whose boxes these are: an id that no user has. */
const DELETED = 'deleted'

const sealed = either(object({ user: userShape, changes: list(changeShape) }), userShape)

/** A new secret for a change of address, and the same sealed with the mailed token. */
export async function createKey(token: string): Promise<Required<Pick<Change, 'secret' | 'key'>>> {
  const secret = randomToken()
  return { secret, key: await createVault(token).seal(DELETED, Buffer.from(secret)) }
}

/**
 * Seals a user for the link of the deletion, and once more for the link of each change of address that can still be undone:
 * who took the address over cannot end that link by deleting the account. The service has each change's secret only while the
 * account exists, when it could read the account anyway.
 * @param changes those of the user @returns the rows for the database, without anything that opens them
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

/** @throws Error when the token is another row's */
export async function openAccount({ box, key }: Deleted, token: string): Promise<{ user: User; changes: Change[] }> {
  const secret = key ? Buffer.from(await createVault(token).open(DELETED, key)).toString() : token
  const plain = Buffer.from(await createVault(secret).open(DELETED, box)).toString()
  const found = sealed.parse(JSON.parse(plain))
  // Accounts that an earlier version deleted have no changes.
  return 'user' in found ? found : { user: found, changes: [] }
}
