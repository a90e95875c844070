import { IDBFactory } from 'fake-indexeddb'

// Files of one worker share its modules and its globals: each begins without a database.
globalThis.indexedDB = new IDBFactory()
