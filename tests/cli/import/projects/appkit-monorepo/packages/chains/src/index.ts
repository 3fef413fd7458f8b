export * from './list'
