// Notices in this browser (SPEC 21.2): every page keeps on what was turned on; the page of notices turns it on and off.
// The browser asks for permission only after a click.
import { errorMessage } from '../../src/core/base/thrown.ts';

const base = document.currentScript?.dataset.base ?? '';

/** What this browser can do here, and does. */
type Standing = 'insecure' | 'unable' | 'denied' | 'isOff' | 'isOn';

const canTake = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(`${base}/`);
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

async function standing(): Promise<Standing> {
  if (!window.isSecureContext) return 'insecure';
  if (!canTake) return 'unable';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscriptionHere()) ? 'isOn' : 'isOff';
}

async function post(message: object): Promise<void> {
  const response = await fetch(`${base}/push`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const asked = await fetch(`${base}/push`);
  if (!asked.ok) throw new Error(await asked.text());
  const { key } = (await asked.json()) as { readonly key: string };
  await navigator.serviceWorker.register(`${base}/push-worker.js`, { scope: `${base}/` });
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  try {
    await post(made.toJSON());
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

async function turnOff(): Promise<void> {
  const subscription = await subscriptionHere();
  await subscription?.unsubscribe();
  if (subscription) await post({ off: subscription.endpoint });
}

/** A key as `subscribe` takes it in every browser. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
}

const part = (id: string) => document.getElementById(id);

async function show(): Promise<void> {
  const now = await standing();
  for (const each of ['insecure', 'unable', 'denied', 'isOff', 'isOn'])
    part(each)?.toggleAttribute('hidden', each !== now);
  part('turnOn')?.toggleAttribute('hidden', now !== 'isOff');
  part('turnOff')?.toggleAttribute('hidden', now !== 'isOn');
}

async function perform(work: () => Promise<void>): Promise<void> {
  const failed = part('failed');
  failed?.toggleAttribute('hidden', true);
  try {
    await work();
  } catch (error) {
    if (failed) failed.textContent = errorMessage(error);
    failed?.toggleAttribute('hidden', false);
  }
  await show();
}

/**
 * The server keeps a browser as long as its access, which may have been renewed; the push service may have given
 * another address.
 */
async function keepOn(): Promise<void> {
  const subscription = canTake ? await subscriptionHere() : undefined;
  if (subscription) await post(subscription.toJSON());
}

const form = part('push');
form?.addEventListener('submit', event => {
  event.preventDefault();
  void perform(part('turnOn')?.hidden ? turnOff : turnOn);
});
if (form) void show();
// What fails now is tried with the next page.
void keepOn().catch(() => {});
