// Scripts that are loaded beside a page's own. Under the strict policy a script is let in by the nonce of the one that
// asks.

// Only known while the bundle itself is being run.
const self = typeof document === 'undefined' ? null : (document.currentScript as HTMLScriptElement | null);

/**
 * Loads a bundle that lies beside this one and calls back when it ran; where it cannot be loaded, `orElse` is called.
 */
export function loadScript(file: string, then: () => void, orElse: () => void = () => {}): void {
  if (!self) {
    orElse();
    return;
  }
  const script = document.createElement('script');
  script.nonce = self.nonce ?? '';
  script.src = self.src.replace(/[^/]*$/, file);
  script.addEventListener('load', then);
  script.addEventListener('error', orElse);
  document.head.append(script);
}
