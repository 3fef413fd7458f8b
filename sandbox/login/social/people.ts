/** The people who can log in at the sandbox's providers: a list, and anyone whose name is typed in there. */
import { createHash } from 'node:crypto'

export type Person = { id: string; name: string; email: string | null }

export const PEOPLE: readonly Omit<Person, 'id'>[] = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Noah Finch', email: 'noah@example.com' },
  { name: 'No Address', email: null },
]

/**
 * A person's id at one provider. The same address, or without one the same name, is the same person there, but has
 * another id at each provider.
 */
const idOf = (brand: string, name: string, email: string | null) =>
  createHash('sha256')
    .update(JSON.stringify([brand, name, email]))
    .digest('hex')
    .slice(0, 24)

export const createDirectory = (brand: string) => {
  const people = new Map<string, Person>()
  return {
    enter(name: string, email: string | null): Person {
      const person = { id: idOf(brand, email === null ? name : '', email), name, email }
      people.set(person.id, person)
      return person
    },
    find: (id: string) => people.get(id),
  }
}
