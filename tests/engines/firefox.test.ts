import { firefox } from './firefox.ts'
import { testEngine } from './suite.ts'

testEngine(firefox)
