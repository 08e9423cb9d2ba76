// The item that was gone to is marked for a moment.
import { useEffect, useState } from 'preact/hooks';

const MARKED_MS = 2_000;

/**
 * The key of the item that is marked, '' for none, and what marks another one. The mark goes whatever else is shown by
 * then.
 */
export function useFlashed(): [string, (key: string) => void] {
  const [flashed, flash] = useState({ key: '' });
  useEffect(() => {
    if (flashed.key === '') return;
    const timer = setTimeout(() => flash({ key: '' }), MARKED_MS);
    return () => clearTimeout(timer);
  }, [flashed]);
  return [flashed.key, key => flash({ key })];
}
