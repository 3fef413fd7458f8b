/**
 * The script of the login frame (the service's iframe in a site's page) and of its review window. It contains only what
 * shows and approves requests, so that it loads fast.
 */
import { inPageLanguage as t } from './approvalText.ts'
import { runFrame } from './frame.ts'
import { runReview } from './review.ts'
import { start } from './start.ts'

start(
  {
    frame: { title: () => t('page.frame'), run: runFrame },
    review: { title: () => t('page.review'), run: runReview },
  },
  (error) => (error instanceof Error ? error.message : String(error)),
  true,
)
