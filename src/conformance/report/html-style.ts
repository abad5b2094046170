/** Colours have a contrast of at least 4.5 to 1 in both schemes. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --ink: #1c2128; --paper: #ffffff; --soft: #f3f5f7; --line: #d4d9df; --dim: #59636e;
  --fail: #b3261e; --warn: #8a5300; --info: #0a5f9e; --pass: #1b6e34; --skip: #59636e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #14171b; --soft: #1e2329; --line: #363d46;
  --dim: #a3adb8; --fail: #ff8a80; --warn: #f0b45b; --info: #7fc0f5; --pass: #7bd694; --skip: #a3adb8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .35rem 0; }
a { color: var(--info); }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875em; }
.target, .where, footer, small { color: var(--dim); }
.target { overflow-wrap: anywhere; }
.headline { margin: 1rem 0 .5rem; }
.badge { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 999px;
  font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.fail { color: var(--fail); } .warn { color: var(--warn); } .info { color: var(--info); }
.pass { color: var(--pass); } .skip { color: var(--skip); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--dim); font-weight: 600; font-size: .8125rem; }
tbody th { font-weight: 500; white-space: nowrap; }
.numbers td, .numbers thead th:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; width: 5.5rem; }
.numbers .absent td { text-align: left; color: var(--dim); overflow-wrap: anywhere; }
.numbers td.zero { color: var(--dim); }
.numbers td.tested { color: inherit; }
.checks td:nth-child(2) { min-width: 16rem; } .checks td:nth-child(3) { white-space: nowrap; }
.checks td:last-child { overflow-wrap: anywhere; min-width: 14rem; }
.finding { color: var(--ink); background: var(--soft); border-left: 4px solid var(--line); border-radius: 4px;
  padding: .75rem 1rem; margin: 0 0 1rem; }
.finding.fail { border-color: var(--fail); } .finding.warn { border-color: var(--warn); }
.finding.info { border-color: var(--info); }
.reason { font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin: .5rem 0; } summary { cursor: pointer; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; }
.item { margin: .75rem 0 0; } .item p { color: var(--dim); font-size: .8125rem; margin: 0; }
pre { margin: .15rem 0 0; padding: .6rem .75rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 3rem; font-size: .875rem; }
@media print { details:not([open]) > *:not(summary) { display: block; } .finding { break-inside: avoid; } }
`;
