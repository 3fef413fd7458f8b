export default `.account-type{position:relative;padding-bottom:8px}.account-type .segment button{transition:color 80ms}
.account-type[data-changing] .segment button[aria-selected=true]{color:var(--wk-text-3);animation:pulse 1s infinite}`
