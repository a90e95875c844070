import { IDBFactory } from 'fake-indexeddb'

// Files of one worker share its modules and its globals: each begins without a database.
globalThis.indexedDB = new IDBFactory()

// And with the platform's own answers: a server that puts others in their place changes what is sent later.
const shared = globalThis as { platformResponse?: typeof Response }
shared.platformResponse ??= Response
if (Response !== shared.platformResponse) throw new Error('A file before this replaced Response')
