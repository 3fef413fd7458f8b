import { chromium } from './chromium.ts'
import { testEngine } from './suite.ts'

testEngine(chromium)
