/** Written by `npm run generate` from accountType.css. Do not edit. */
export default '.account-type{padding-block-end:8px;position:relative}.account-type .segment button{transition:color 80ms}.account-type[data-changing] .segment button[aria-selected=true]{color:var(--wk-text-3);animation:1s infinite pulse}' as string
