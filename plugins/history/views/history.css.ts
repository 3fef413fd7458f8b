/** Layout of the activity. */
export default `
.card[data-view=Transactions]{max-height:min(672px,calc(100dvh - 32px))}
.history-view{min-height:408px}
.history-list{position:relative;contain:layout style}
.history-list>li{position:absolute;inset-inline:0;contain:layout style}
.history-month h2{height:32px;padding:8px 0;font-size:calc(12*var(--fs));line-height:16px;font-weight:600;letter-spacing:0;color:var(--wk-text-2)}
.history-row{display:grid;grid-template-columns:40px minmax(0,1fr) fit-content(60%);gap:0 12px;align-content:center;width:auto;height:60px;padding:0 8px;margin:0 -8px;color:inherit;text-decoration:none}
a.history-row:hover{background:var(--wk-surface-1)}
.history-title{display:flex;align-items:center;gap:6px;min-width:0;white-space:nowrap}.history-title .tag{flex:none}
.history-note,.history-amount{white-space:nowrap}.history-note{grid-area:2/2}.history-amount{grid-area:1/3;justify-self:end;max-width:100%}.history-time{grid-area:2/3;justify-self:end}
.history-row>[data-alone=true]{grid-row:1/3;align-self:center}
.history-amount[data-sign="+"]{color:var(--wk-success)}.history-amount[data-status=failed]{color:var(--wk-text-2);text-decoration:line-through}
.history-picture,.history-pair{grid-area:1/1/3}
.history-picture{position:relative;flex:none;width:40px;height:40px}
.history-badge{position:absolute;inset-block-end:-3px;inset-inline-end:-3px;display:grid;place-items:center;width:18px;height:18px;border-radius:50%;background:var(--wk-surface-2);color:var(--wk-text-1);box-shadow:0 0 0 2px var(--wk-surface-0)}
.history-badge[data-status=failed]{background:var(--wk-error);color:var(--wk-surface-0)}
.history-pair{position:relative;flex:none;width:40px;height:40px}.history-pair .tile{--size:26px;position:absolute;inset-block-start:0;inset-inline-start:0}
.history-pair .tile+.tile{inset-block-start:14px;inset-inline-start:14px;box-shadow:0 0 0 2px var(--wk-surface-0)}
.history-sentinel{height:1px}
`
