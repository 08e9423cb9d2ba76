// Styles of a browser besides those of the panels: the bar above, and the plain forms.

export const browserStyle = `
html { height: 100dvh; }
body { display: flex; flex-direction: column; height: 100%; margin: 0; padding: 0;
  color: var(--vscode-foreground); background: var(--vscode-editor-background);
  font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); line-height: 1.5; }
body > #app { flex: 1; min-height: 0; height: auto; }
body > nav { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 8px 12px; border-bottom: 1px solid var(--vscode-panel-border); }
body > nav a { color: var(--vscode-textLink-foreground); text-decoration: none; }
body > nav a:hover, body > nav a:focus-visible { text-decoration: underline; }
body > nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: underline 2px; text-underline-offset: 4px; }
#connection { margin: 0 12px 12px; padding: 8px 12px; border-radius: 6px; text-align: center;
  background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-editorWarning-foreground); }
#connection[hidden] { display: none; }
.plain { width: 100%; max-width: 640px; margin: 0 auto; padding: 16px; box-sizing: border-box; overflow: auto; }
.plain.wide { max-width: none; }
.plain h1 { font-size: 1.3em; }
.plain h2 { font-size: 1.1em; }
.plain form { display: flex; flex-direction: column; gap: 8px; }
.plain button { font: inherit; padding: 8px; border-radius: 4px; }
.plain button { color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: none; }
.plain pre { overflow: auto; padding: 8px; overflow-wrap: anywhere; white-space: pre-wrap; background: var(--vscode-textCodeBlock-background); user-select: all;
  font-family: var(--vscode-editor-font-family); }
.plain pre > :is(ins, del) { display: block; text-decoration: none; background: var(--vscode-diffEditor-insertedLineBackground); }
.plain pre > del { background: var(--vscode-diffEditor-removedLineBackground); }
.plain code { padding: 1px 4px; border-radius: 4px; background: var(--vscode-textCodeBlock-background); font-family: var(--vscode-editor-font-family); }
/* A browser has no editor to put code into. */
.code-button:is([data-code='insert'], [data-code='open']) { display: none; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.sides section { min-width: 0; }
/* Safari zooms in on a field with smaller letters, and does not zoom out again. */
@media (pointer: coarse) { #app :is(input, textarea, select) { font-size: 16px; } }
/* A finger needs 44 px; the panels see to it themselves. */
@media (pointer: coarse) {
  .plain button { min-height: 44px; }
  body > nav { gap: 0 16px; padding-block: 0; }
  body > nav a { display: flex; align-items: center; min-height: 44px; }
}
@media (max-width: 700px) { .sides { grid-template-columns: 1fr; } }
`;
