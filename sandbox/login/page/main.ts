/** The script of the frame and of its review window: what it takes to show a request and to approve it, and no more. */
import { runFrame } from './frame.ts'
import { runReview } from './review.ts'
import { start } from './start.ts'

start({ frame: runFrame, review: runReview })
