import { useEffect, useState } from 'react'
import type { SessionsController } from '../controller.ts'
import type { Permission } from '../permission.ts'
import type { Token } from '../words.ts'

/** Symbols and decimals of the tokens in the permissions, without those whose contract does not answer. */
export function useTokens(controller: SessionsController, permissions: readonly Permission[]) {
  const [tokens, setTokens] = useState<ReadonlyMap<string, Token>>(new Map())
  useEffect(() => {
    let isGone = false
    for (const permission of permissions) {
      if (permission.kind !== 'token') continue
      const { token } = permission
      void controller.readToken(token).then((found) => {
        if (found && !isGone) setTokens((known) => new Map([...known, [token, found]]))
      })
    }
    return () => void (isGone = true)
  }, [controller, permissions])
  return tokens
}
