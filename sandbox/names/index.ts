export { createNames, type Names } from './book.ts'
