/** The storage of an OpenID provider (oidc-provider's `Adapter`), in memory only. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; until: number }

export function memoryStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const read = (key: string) => {
    const entry = entries.get(key)
    if (!entry || entry.until >= Date.now()) return entry?.payload
    entries.delete(key)
    return undefined
  }
  const where = (model: string, fits: (payload: AdapterPayload) => boolean) =>
    [...entries].find(([key, { payload }]) => key.startsWith(`${model} `) && fits(payload))?.[0] ?? ''
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload, expiresIn) => {
        for (const [key, { until }] of entries) if (until < Date.now()) entries.delete(key)
        entries.set(keyOf(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity })
      },
      find: async (id) => read(keyOf(id)),
      findByUserCode: async (userCode) => read(where(model, (payload) => payload.userCode === userCode)),
      findByUid: async (uid) => read(where(model, (payload) => payload.uid === uid)),
      destroy: async (id) => void entries.delete(keyOf(id)),
      consume: async (id) => {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
