// Everything that a named store needs, as one bundle that is loaded late.

export { openStoreAdmin, type StoreAdmin, type StoreStatus } from './admin.ts';
export { openPostgresStorage } from './storage.ts';
