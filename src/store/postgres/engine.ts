// What a named store needs, as one bundle that is loaded late: without a store nothing of it is read.

export { openStoreAdmin, type StoreAdmin, type StoreStatus } from './admin.ts';
export { openPostgresStorage } from './storage.ts';
