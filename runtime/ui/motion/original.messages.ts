import { defineMessages } from '../context.ts'

export const originalMessages = defineMessages({ 'original.show': 'English original' })
