/** Records that a request was approved, before any signature for it leaves the login service. */
import type { PrivateKeyAccount } from 'viem/accounts'

/**
 * An account that calls `record` once, after it has made its first signature and before it returns that signature. If
 * signing fails, nothing is recorded; if recording fails, no signature is returned.
 */
export function recorded(owner: PrivateKeyAccount, record: () => Promise<void>): PrivateKeyAccount {
  let recording: Promise<void> | undefined
  const after = async <T>(signing: Promise<T>): Promise<T> => {
    const signed = await signing
    await (recording ??= record())
    return signed
  }
  return {
    ...owner,
    sign: (given) => after(owner.sign(given)),
    signAuthorization: (given) => after(owner.signAuthorization(given)),
    signMessage: (given) => after(owner.signMessage(given)),
    signTransaction: (transaction, options) => after(owner.signTransaction(transaction, options)),
    signTypedData: (data) => after(owner.signTypedData(data)),
  }
}
