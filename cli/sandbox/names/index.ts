export { createNames, nameSuffix, type Names, type Profile } from './book.ts'
