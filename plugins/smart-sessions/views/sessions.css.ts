/** Layout of the session screens. */
export default `
.session-intro{max-width:none;padding:0 16px 8px;color:var(--wk-text-2)}
.session-list{padding-bottom:8px}.session-list>.banner{margin-bottom:12px}
.session-head{display:flex;align-items:center;gap:12px;padding:4px 16px 16px;min-width:0}
.session-head .grow{min-width:0}.session-head .label,.session-head .note{display:block}
.session-may{margin:0;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1);list-style:none;display:grid;gap:16px}
.session-may li{display:grid;grid-template-columns:20px minmax(0,1fr);gap:4px 12px;min-width:0;overflow-wrap:anywhere}
.session-may svg{color:var(--wk-accent-text)}
.session-may .address,.session-may .note{grid-column:2;font-size:calc(12*var(--fs))}
.session-facts{padding:16px 0}
.session-note{display:flex;gap:8px;padding:4px 16px 16px;color:var(--wk-text-2)}
.session-note svg{flex:none;width:16px;height:16px}
.session-may~.banner{margin-top:8px}.session-facts+.banner{margin:0 0 8px}
.session-do[data-waits]{grid-template-columns:minmax(0,1fr)}.session-do [aria-disabled],.session-do [aria-disabled]:hover{background:var(--wk-surface-2);color:var(--wk-text-2);cursor:default}
.session-next{display:flex;flex-wrap:wrap;justify-content:center;gap:8px}
`
