// Scripts that are loaded beside a page's own. Under the strict policy a script is let in by the nonce of the one that asks.

// Only known while the bundle itself is being run.
const self = typeof document === 'undefined' ? null : (document.currentScript as HTMLScriptElement | null);

/** Loads a bundle that lies beside this one and calls back when it ran; where it cannot be loaded nothing happens. */
export function loadScript(file: string, then: () => void): void {
  if (!self) return;
  const script = document.createElement('script');
  script.nonce = self.nonce ?? '';
  script.src = self.src.replace(/[^/]*$/, file);
  script.addEventListener('load', then);
  document.head.append(script);
}
