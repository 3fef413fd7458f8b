/** Layout of the account names. */
export default `
.names-lead{padding:0 16px 16px;text-align:center;color:var(--wk-text-2);text-wrap:balance}
.names-suffix{color:var(--wk-text-2);font-size:calc(16*var(--fs));flex:none;max-width:50%}
.names-note{display:flex;align-items:center;gap:6px;min-height:20px;margin:8px 12px 0;color:var(--wk-text-2)}.names-note[data-tone=good]{color:var(--wk-success)}.names-note[data-tone=bad]{color:var(--wk-error)}.names-note .spinner{width:16px;height:16px}.names-note .link{margin-inline-start:auto}
.names-list h2{padding:12px 12px 4px;font-size:calc(12*var(--fs));line-height:16px;font-weight:600;letter-spacing:0;color:var(--wk-text-2)}
.names-list{min-height:0}.names-row{display:flex;align-items:center;gap:12px;width:100%;min-height:48px;padding:0 12px;border-radius:calc(var(--r)*3);text-align:start;font-size:calc(16*var(--fs))}
button.names-row:hover,.names-row[aria-current]{background:var(--wk-surface-1)}.names-row:focus-visible{box-shadow:var(--focus)}.names-row span.muted-2{font-weight:400}.names-row:not(button){color:var(--wk-text-3)}
.names-go{margin-top:16px}.names-offline{margin-top:12px}.names-address{white-space:nowrap}
.names-big{padding:24px 16px 0}.names-big .display{margin-top:20px;overflow-wrap:anywhere;max-width:100%}.names-big .text{margin-top:8px;text-wrap:balance}
.names-avatar{position:relative}.names-check{position:absolute;inset-block-end:-4px;inset-inline-end:-4px;display:grid;place-items:center;width:32px;height:32px;border-radius:50%;background:var(--wk-success);color:var(--wk-surface-0);box-shadow:0 0 0 3px var(--wk-surface-0)}
.names-steps{display:grid;gap:12px;margin:24px 0 0;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}.names-steps li{display:flex;align-items:center;gap:12px;min-height:28px;color:var(--wk-text-2)}.names-steps li[aria-current]{color:var(--wk-text-1);font-weight:600}
.names-mark{display:grid;place-items:center;flex:none;width:28px;height:28px;border-radius:50%;background:var(--wk-surface-2);font-size:calc(12*var(--fs));font-weight:600}.names-mark[data-done]{color:var(--wk-success)}.names-mark .spinner{width:20px;height:20px}
`
