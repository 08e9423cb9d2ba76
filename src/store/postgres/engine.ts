// What a named store needs, as one bundle that is loaded late: without a store nothing of it is read.

export { parseStoreAddress } from './address.ts';
export { openStoreAdmin, type StoreAdmin, type StoreStatus } from './admin.ts';
