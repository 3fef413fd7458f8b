import { webkit } from './webkit.ts'
import { testEngine } from './suite.ts'

testEngine(webkit)
